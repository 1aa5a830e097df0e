// Made by `npm run generate -- events` of scripts/recorded-events.json: a body of each type, as a run sent it.

export const recordedEvents: Readonly<Record<string, object>> = {
  "alias.created": {
    "id": "evt_01m8585xadfpmsem4z39mqzztv",
    "type": "alias.created",
    "created": 1795472684,
    "livemode": false,
    "data": {
      "identity": "idn_7ar3yrac3g9t7ta7wa4kha2qwb",
      "alias": {
        "public_id": "als_1nzbaxrbp49vn8cvzwp7t35dpj",
        "type": "username"
      }
    }
  },
  "alias.released": {
    "id": "evt_01m8585xf5fc1vy43gz54ga22k",
    "type": "alias.released",
    "created": 1795472684,
    "livemode": false,
    "data": {
      "identity": "idn_7ar3yrac3g9t7ta7wa4kha2qwb",
      "alias": {
        "public_id": "als_1nzbaxrbp49vn8cvzwp7t35dpj",
        "type": "username"
      }
    }
  },
  "alias.unverified": {
    "id": "evt_01m8585y7kf10tv4pg68dgetyr",
    "type": "alias.unverified",
    "created": 1795472685,
    "livemode": false,
    "data": {
      "identity": "idn_7ar3yrac3g9t7ta7wa4kha2qwb",
      "alias": {
        "public_id": "als_52p8k9fcj89pwtj9ttgkznm667",
        "type": "payment_link"
      }
    }
  },
  "alias.updated": {
    "id": "evt_01m8585xe1fkzb9nafp9r3xwaa",
    "type": "alias.updated",
    "created": 1795472684,
    "livemode": false,
    "data": {
      "identity": "idn_7ar3yrac3g9t7ta7wa4kha2qwb",
      "alias": {
        "public_id": "als_1nzbaxrbp49vn8cvzwp7t35dpj",
        "type": "username"
      }
    }
  },
  "alias.verified": {
    "id": "evt_01m8585xdbf7xrzcyysjf47x8z",
    "type": "alias.verified",
    "created": 1795472684,
    "livemode": false,
    "data": {
      "identity": "idn_7ar3yrac3g9t7ta7wa4kha2qwb",
      "alias": {
        "public_id": "als_52p8k9fcj89pwtj9ttgkznm667",
        "type": "payment_link"
      }
    }
  },
  "api_key.created": {
    "id": "evt_01m85861bte27v6cnrwg0c60wd",
    "type": "api_key.created",
    "created": 1795472688,
    "livemode": false,
    "data": {
      "api_key": "key_1714wy7r0f9m7906x7jjchrfn4"
    }
  },
  "api_key.revoked": {
    "id": "evt_01m85861cneymtsbfc688h7r8n",
    "type": "api_key.revoked",
    "created": 1795472688,
    "livemode": false,
    "data": {
      "api_key": "key_59cqfd8a7y8yjr27f60ej8d1t2"
    }
  },
  "api_key.rolled": {
    "id": "evt_01m85861c8fgmbqhrq7ph5y2gs",
    "type": "api_key.rolled",
    "created": 1795472688,
    "livemode": false,
    "data": {
      "api_key": "key_1714wy7r0f9m7906x7jjchrfn4",
      "rolled_to": "key_59cqfd8a7y8yjr27f60ej8d1t2"
    }
  },
  "claim.cancelled": {
    "id": "evt_01m8585xx8f5vsaab5wemtbn1g",
    "type": "claim.cancelled",
    "created": 1795472684,
    "livemode": false,
    "data": {
      "claim": {
        "public_id": "clm_0d7qh7709t8jbtyjg308sjeqrt",
        "type": "portability"
      },
      "alias_type": "phone"
    }
  },
  "claim.completed": {
    "id": "evt_01m8585y12fzcvjbvga2h6rxx0",
    "type": "claim.completed",
    "created": 1795472685,
    "livemode": false,
    "data": {
      "claim": {
        "public_id": "clm_1ab696hje285drgdjkzv8a18rf",
        "type": "portability"
      },
      "alias_type": "phone"
    }
  },
  "claim.opened": {
    "id": "evt_01m8585xwffwwrveven81p21x0",
    "type": "claim.opened",
    "created": 1795472684,
    "livemode": false,
    "data": {
      "claim": {
        "public_id": "clm_0d7qh7709t8jbtyjg308sjeqrt",
        "type": "portability"
      },
      "alias_type": "phone"
    }
  },
  "consent.expired": {
    "id": "evt_01m8585z4vfapt1yf36s7gqxed",
    "type": "consent.expired",
    "created": 1795472686,
    "livemode": false,
    "data": {
      "identity": "idn_7ar3yrac3g9t7ta7wa4kha2qwb",
      "consent_grant": "cgr_1q45gy1tq69fba12sce7145x3x",
      "consumer": "apc_4t2t7sqhse9rbaxwg1bt47fwwx"
    }
  },
  "consent.granted": {
    "id": "evt_01m8585xm1ff3rp4dxwyp2h8kd",
    "type": "consent.granted",
    "created": 1795472684,
    "livemode": false,
    "data": {
      "identity": "idn_7ar3yrac3g9t7ta7wa4kha2qwb",
      "consent_grant": "cgr_4hb4az7jqj8289yxfzj4s9cxqg",
      "consumer": "apc_4t2t7sqhse9rbaxwg1bt47fwwx"
    }
  },
  "consent.requested": {
    "id": "evt_01m8586046e7b82jqg5x1gqe9k",
    "type": "consent.requested",
    "created": 1795472687,
    "livemode": false,
    "data": {
      "identity": "idn_7ar3yrac3g9t7ta7wa4kha2qwb",
      "consent_request": "crq_3gf9bwxjg48mar02cbg3hz6v0r",
      "consumer": "apc_4t2t7sqhse9rbaxwg1bt47fwwx"
    }
  },
  "consent.revoked": {
    "id": "evt_01m8585xmne7brazar7rvjca7c",
    "type": "consent.revoked",
    "created": 1795472684,
    "livemode": false,
    "data": {
      "identity": "idn_7ar3yrac3g9t7ta7wa4kha2qwb",
      "consent_grant": "cgr_4hb4az7jqj8289yxfzj4s9cxqg",
      "consumer": "apc_4t2t7sqhse9rbaxwg1bt47fwwx"
    }
  },
  "consumer.resumed": {
    "id": "evt_01m85861dsf7k8drdq5qyrc1bw",
    "type": "consumer.resumed",
    "created": 1795472688,
    "livemode": true,
    "data": {
      "consumer": "apc_0wn44792fe80mr5a0jse2jbg43"
    }
  },
  "consumer.suspended": {
    "id": "evt_01m85861dafq9abprstw4e6c23",
    "type": "consumer.suspended",
    "created": 1795472688,
    "livemode": false,
    "data": {
      "consumer": "apc_0wn44792fe80mr5a0jse2jbg43"
    }
  },
  "endpoint.added": {
    "id": "evt_01m8585xg5em5v19jagc0vvhbw",
    "type": "endpoint.added",
    "created": 1795472684,
    "livemode": false,
    "data": {
      "identity": "idn_7ar3yrac3g9t7ta7wa4kha2qwb",
      "endpoint": {
        "public_id": "end_0zvt5rcs4j93rvhr4k2h6qn1e4",
        "type": "crypto_wallet"
      }
    }
  },
  "endpoint.released": {
    "id": "evt_01m8585xqhe5wt360nz30bhk8q",
    "type": "endpoint.released",
    "created": 1795472684,
    "livemode": false,
    "data": {
      "identity": "idn_7ar3yrac3g9t7ta7wa4kha2qwb",
      "endpoint": {
        "public_id": "end_6546h89w5t97n8cq97d921q3s1",
        "type": "bank_account"
      },
      "consumer": "apc_4t2t7sqhse9rbaxwg1bt47fwwx"
    }
  },
  "endpoint.removed": {
    "id": "evt_01m8585xhpfk9anpd7q0tg17r0",
    "type": "endpoint.removed",
    "created": 1795472684,
    "livemode": false,
    "data": {
      "identity": "idn_7ar3yrac3g9t7ta7wa4kha2qwb",
      "endpoint": {
        "public_id": "end_0zvt5rcs4j93rvhr4k2h6qn1e4",
        "type": "crypto_wallet"
      }
    }
  },
  "endpoint.updated": {
    "id": "evt_01m8585xh0fxcb4azcmng84wdb",
    "type": "endpoint.updated",
    "created": 1795472684,
    "livemode": false,
    "data": {
      "identity": "idn_7ar3yrac3g9t7ta7wa4kha2qwb",
      "endpoint": {
        "public_id": "end_0zvt5rcs4j93rvhr4k2h6qn1e4",
        "type": "crypto_wallet"
      }
    }
  },
  "identity.created": {
    "id": "evt_01m8585x7xehsrmk76smrmn70d",
    "type": "identity.created",
    "created": 1795472684,
    "livemode": false,
    "data": {
      "identity": "idn_7ar3yrac3g9t7ta7wa4kha2qwb",
      "type": "user"
    }
  },
  "identity.erased": {
    "id": "evt_01m8586189fsftnvc6npnqrh7k",
    "type": "identity.erased",
    "created": 1795472688,
    "livemode": false,
    "data": {
      "identity": "idn_7ar3yrac3g9t7ta7wa4kha2qwb",
      "type": "user"
    }
  },
  "identity.status_changed": {
    "id": "evt_01m8586166ftbaqxgctvn35784",
    "type": "identity.status_changed",
    "created": 1795472688,
    "livemode": false,
    "data": {
      "identity": "idn_7ar3yrac3g9t7ta7wa4kha2qwb",
      "type": "user",
      "status": "closed"
    }
  },
  "identity.updated": {
    "id": "evt_01m8585x95fdvrbnqfahd8chmc",
    "type": "identity.updated",
    "created": 1795472684,
    "livemode": false,
    "data": {
      "identity": "idn_7ar3yrac3g9t7ta7wa4kha2qwb",
      "type": "user"
    }
  },
  "payee_name.attested": {
    "id": "evt_01m85861ezesdreeap1hdpjzrd",
    "type": "payee_name.attested",
    "created": 1795472688,
    "livemode": false,
    "data": {
      "identity": "idn_5tvq31309n89n9qadr6b0ed20h",
      "payee_name": "pnm_58hpyp47wr88haj5qv6v1dj8dz"
    }
  },
  "sealing_key.activated": {
    "id": "evt_01m85861ewexjbcdr7qsngqmv8",
    "type": "sealing_key.activated",
    "created": 1795472688,
    "livemode": false,
    "data": {
      "sealing_key": "slk_6mtk3qh1ww897bfhk7r20g3mq2"
    }
  },
  "sealing_key.created": {
    "id": "evt_01m8585xp8edxsdbp7p8xgcj24",
    "type": "sealing_key.created",
    "created": 1795472684,
    "livemode": false,
    "data": {
      "sealing_key": "slk_6mtk3qh1ww897bfhk7r20g3mq2"
    }
  },
  "sealing_key.removed": {
    "id": "evt_01m8585xrhf5esk5xew6508p8v",
    "type": "sealing_key.removed",
    "created": 1795472684,
    "livemode": false,
    "data": {
      "sealing_key": "slk_6mtk3qh1ww897bfhk7r20g3mq2"
    }
  },
  "webhook.disabled": {
    "id": "evt_01m85861fwfhht0c83ypy2rzbq",
    "type": "webhook.disabled",
    "created": 1795472688,
    "livemode": false,
    "data": {
      "webhook": "whk_1qbamns2319k6a3eshe5vw0gpm"
    }
  },
  "webhook.test": {
    "id": "evt_01m858618hf0xtyndawhm7e2ex",
    "type": "webhook.test",
    "created": 1795472688,
    "livemode": false,
    "data": {
      "webhook": "whk_1k8gwdf1828hybwxqdxq11jr7d"
    }
  }
}
