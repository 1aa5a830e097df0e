// Made by `npm run generate -- events` of scripts/recorded-events.json: a body of each type, as a run sent it.

export const recordedEvents: Readonly<Record<string, object>> = {
  "alias.created": {
    "id": "evt_01m82fcrr0ee39hqv64fcw1t68",
    "type": "alias.created",
    "created": 1795379585,
    "livemode": false,
    "data": {
      "identity": "idn_1f85wznafa9y1bkkfp2sge549w",
      "alias": {
        "public_id": "als_10kgwrevs99k889nv1vh6k0vd3",
        "type": "username"
      }
    }
  },
  "alias.released": {
    "id": "evt_01m82fcs5ye3b9twjtn98mje6q",
    "type": "alias.released",
    "created": 1795379586,
    "livemode": false,
    "data": {
      "identity": "idn_1f85wznafa9y1bkkfp2sge549w",
      "alias": {
        "public_id": "als_10kgwrevs99k889nv1vh6k0vd3",
        "type": "username"
      }
    }
  },
  "alias.unverified": {
    "id": "evt_01m82fcv36eq28zv4fr0qk99wm",
    "type": "alias.unverified",
    "created": 1795379588,
    "livemode": false,
    "data": {
      "identity": "idn_1f85wznafa9y1bkkfp2sge549w",
      "alias": {
        "public_id": "als_05kp0f6fee94zvsvvc68e5sbx2",
        "type": "payment_link"
      }
    }
  },
  "alias.updated": {
    "id": "evt_01m82fcs1tf8mt53knda72vy9z",
    "type": "alias.updated",
    "created": 1795379586,
    "livemode": false,
    "data": {
      "identity": "idn_1f85wznafa9y1bkkfp2sge549w",
      "alias": {
        "public_id": "als_10kgwrevs99k889nv1vh6k0vd3",
        "type": "username"
      }
    }
  },
  "alias.verified": {
    "id": "evt_01m82fcs0bfv5rajha1d05gcf2",
    "type": "alias.verified",
    "created": 1795379586,
    "livemode": false,
    "data": {
      "identity": "idn_1f85wznafa9y1bkkfp2sge549w",
      "alias": {
        "public_id": "als_05kp0f6fee94zvsvvc68e5sbx2",
        "type": "payment_link"
      }
    }
  },
  "api_key.created": {
    "id": "evt_01m82fcya1fnebhw1ecmjj2bwg",
    "type": "api_key.created",
    "created": 1795379591,
    "livemode": false,
    "data": {
      "api_key": "key_0ap45wdrcs8zjr191xvn3te4d1"
    }
  },
  "api_key.revoked": {
    "id": "evt_01m82fcybefeg98nyj22zeg0xz",
    "type": "api_key.revoked",
    "created": 1795379591,
    "livemode": false,
    "data": {
      "api_key": "key_6vedx1esc38f1sh06vbssv3h9y"
    }
  },
  "api_key.rolled": {
    "id": "evt_01m82fcyayefk9yr7r971md639",
    "type": "api_key.rolled",
    "created": 1795379591,
    "livemode": false,
    "data": {
      "api_key": "key_0ap45wdrcs8zjr191xvn3te4d1",
      "rolled_to": "key_6vedx1esc38f1sh06vbssv3h9y"
    }
  },
  "claim.cancelled": {
    "id": "evt_01m82fct5ffn29w2mg9cma3v2z",
    "type": "claim.cancelled",
    "created": 1795379587,
    "livemode": false,
    "data": {
      "claim": {
        "public_id": "clm_7dej4x7vsq903b43dt6s46vk7j",
        "type": "portability"
      },
      "alias_type": "phone"
    }
  },
  "claim.completed": {
    "id": "evt_01m82fctfyevk9hw2dzwhd3hxa",
    "type": "claim.completed",
    "created": 1795379587,
    "livemode": false,
    "data": {
      "claim": {
        "public_id": "clm_129tv0yw9n93br3r8ab2npkkvh",
        "type": "portability"
      },
      "alias_type": "phone"
    }
  },
  "claim.opened": {
    "id": "evt_01m82fct3seh38rxy71e8hz71h",
    "type": "claim.opened",
    "created": 1795379587,
    "livemode": false,
    "data": {
      "claim": {
        "public_id": "clm_7dej4x7vsq903b43dt6s46vk7j",
        "type": "portability"
      },
      "alias_type": "phone"
    }
  },
  "consent.expired": {
    "id": "evt_01m82fcw1efrxtzz3mencwwhmd",
    "type": "consent.expired",
    "created": 1795379589,
    "livemode": false,
    "data": {
      "identity": "idn_1f85wznafa9y1bkkfp2sge549w",
      "consent_grant": "cgr_5zw69w8znd82b8hwx6b39m1fzg",
      "consumer": "apc_70w834k2288r5tr171n6tpadcz"
    }
  },
  "consent.granted": {
    "id": "evt_01m82fcskkembs8x76hz3e809w",
    "type": "consent.granted",
    "created": 1795379586,
    "livemode": false,
    "data": {
      "identity": "idn_1f85wznafa9y1bkkfp2sge549w",
      "consent_grant": "cgr_20er47dxke9t2tetae03t2gcwg",
      "consumer": "apc_70w834k2288r5tr171n6tpadcz"
    }
  },
  "consent.requested": {
    "id": "evt_01m82fcx0sf3tv5ygpe93masxs",
    "type": "consent.requested",
    "created": 1795379590,
    "livemode": false,
    "data": {
      "identity": "idn_1f85wznafa9y1bkkfp2sge549w",
      "consent_request": "crq_41ze67mgzq87k8230r2570vshx",
      "consumer": "apc_70w834k2288r5tr171n6tpadcz"
    }
  },
  "consent.revoked": {
    "id": "evt_01m82fcsmxfqbtk2gqcv16m507",
    "type": "consent.revoked",
    "created": 1795379586,
    "livemode": false,
    "data": {
      "identity": "idn_1f85wznafa9y1bkkfp2sge549w",
      "consent_grant": "cgr_20er47dxke9t2tetae03t2gcwg",
      "consumer": "apc_70w834k2288r5tr171n6tpadcz"
    }
  },
  "consumer.resumed": {
    "id": "evt_01m82fcyd1ey2sny8s06a3708c",
    "type": "consumer.resumed",
    "created": 1795379591,
    "livemode": false,
    "data": {
      "consumer": "apc_0qkxydnak486askr5wgctbhjyd"
    }
  },
  "consumer.suspended": {
    "id": "evt_01m82fcycqfxcahq985049a189",
    "type": "consumer.suspended",
    "created": 1795379591,
    "livemode": false,
    "data": {
      "consumer": "apc_0qkxydnak486askr5wgctbhjyd"
    }
  },
  "endpoint.added": {
    "id": "evt_01m82fcs8sfrkt0yemx61b8gpz",
    "type": "endpoint.added",
    "created": 1795379586,
    "livemode": false,
    "data": {
      "identity": "idn_1f85wznafa9y1bkkfp2sge549w",
      "endpoint": {
        "public_id": "end_679na9c5yw9tf86c9hc0yyftqk",
        "type": "crypto_wallet"
      }
    }
  },
  "endpoint.released": {
    "id": "evt_01m82fcsvsfcradhr3r1c7wb8q",
    "type": "endpoint.released",
    "created": 1795379586,
    "livemode": false,
    "data": {
      "identity": "idn_1f85wznafa9y1bkkfp2sge549w",
      "endpoint": {
        "public_id": "end_1krqv54gx18v7s3j8mtz208dx0",
        "type": "bank_account"
      },
      "consumer": "apc_70w834k2288r5tr171n6tpadcz"
    }
  },
  "endpoint.removed": {
    "id": "evt_01m82fcsbret4vcm9np7k66nxd",
    "type": "endpoint.removed",
    "created": 1795379586,
    "livemode": false,
    "data": {
      "identity": "idn_1f85wznafa9y1bkkfp2sge549w",
      "endpoint": {
        "public_id": "end_679na9c5yw9tf86c9hc0yyftqk",
        "type": "crypto_wallet"
      }
    }
  },
  "endpoint.updated": {
    "id": "evt_01m82fcsa8fy8svgenqnry6xmr",
    "type": "endpoint.updated",
    "created": 1795379586,
    "livemode": false,
    "data": {
      "identity": "idn_1f85wznafa9y1bkkfp2sge549w",
      "endpoint": {
        "public_id": "end_679na9c5yw9tf86c9hc0yyftqk",
        "type": "crypto_wallet"
      }
    }
  },
  "identity.created": {
    "id": "evt_01m82fcrjzfgpbc0k11z37smew",
    "type": "identity.created",
    "created": 1795379585,
    "livemode": false,
    "data": {
      "identity": "idn_1f85wznafa9y1bkkfp2sge549w",
      "type": "user"
    }
  },
  "identity.erased": {
    "id": "evt_01m82fcy5cffmrrjgp9q34ez5g",
    "type": "identity.erased",
    "created": 1795379591,
    "livemode": false,
    "data": {
      "identity": "idn_1f85wznafa9y1bkkfp2sge549w",
      "type": "user"
    }
  },
  "identity.status_changed": {
    "id": "evt_01m82fcy2wevwretb5k0ez84h8",
    "type": "identity.status_changed",
    "created": 1795379591,
    "livemode": false,
    "data": {
      "identity": "idn_1f85wznafa9y1bkkfp2sge549w",
      "type": "user",
      "status": "closed"
    }
  },
  "identity.updated": {
    "id": "evt_01m82fcrndev2a5ksdn8pzrcaz",
    "type": "identity.updated",
    "created": 1795379585,
    "livemode": false,
    "data": {
      "identity": "idn_1f85wznafa9y1bkkfp2sge549w",
      "type": "user"
    }
  },
  "sealing_key.created": {
    "id": "evt_01m82fcstgfnks0mp5vb1q1hsr",
    "type": "sealing_key.created",
    "created": 1795379586,
    "livemode": false,
    "data": {
      "sealing_key": "slk_1gd9zzx9r597tvtsthsb14qnj2"
    }
  },
  "sealing_key.removed": {
    "id": "evt_01m82fcsy0fkjrbh6wz1d9ek18",
    "type": "sealing_key.removed",
    "created": 1795379587,
    "livemode": false,
    "data": {
      "sealing_key": "slk_1gd9zzx9r597tvtsthsb14qnj2"
    }
  },
  "webhook.disabled": {
    "id": "evt_01m82fcyesemavfqwe5baxcpyw",
    "type": "webhook.disabled",
    "created": 1795379591,
    "livemode": false,
    "data": {
      "webhook": "whk_42w3nrapgc86y8fg7n08cagbcz"
    }
  },
  "webhook.test": {
    "id": "evt_01m82fcy5rengvna6ajzva88x5",
    "type": "webhook.test",
    "created": 1795379591,
    "livemode": false,
    "data": {
      "webhook": "whk_3haa4962x597n9xbc8eg916wmz"
    }
  }
}
