// Made by `RECORD_ANSWERS=1 npx vitest run test/e2e/samples.test.ts`: what each operation answered to its sample.

export const recordedAnswers: Readonly<Record<string, { readonly status: string; readonly body: unknown }>> = {
 "aliases.challenges": {
  "status": "201",
  "body": {
   "object": "challenge",
   "id": "chl_01m7xjxa000000000000000001",
   "livemode": false,
   "alias": "als_01m7xjxa000000000000000002",
   "claim": null,
   "method": "email_code",
   "purpose": "prove",
   "status": "pending",
   "expires_at": 1790000000,
   "attempts_left": 5,
   "instructions": {
    "text": "Nothing is sent in test mode: answer with the code 000000."
   },
   "created": 1790000000,
   "updated": 1790000000
  }
 },
 "aliases.create": {
  "status": "201",
  "body": {
   "object": "alias",
   "id": "als_01m7xjxa000000000000000001",
   "livemode": false,
   "identity": "idn_01m7xjxa000000000000000002",
   "type": "username",
   "value": "bob",
   "privacy_level": "public",
   "is_primary": false,
   "status": "registered",
   "verification": "none",
   "verified_at": null,
   "verified_method": null,
   "proof_expires_at": null,
   "external_reference": null,
   "metadata": {},
   "created": 1790000000,
   "updated": 1790000000
  }
 },
 "aliases.delete": {
  "status": "200",
  "body": {
   "object": "alias",
   "id": "als_01m7xjxa000000000000000001",
   "livemode": false,
   "identity": "idn_01m7xjxa000000000000000002",
   "type": "username",
   "value": "bob",
   "privacy_level": "public",
   "is_primary": false,
   "status": "released",
   "verification": "none",
   "verified_at": null,
   "verified_method": null,
   "proof_expires_at": null,
   "available_at": 1792592000,
   "external_reference": null,
   "metadata": {},
   "created": 1790000000,
   "updated": 1790000000
  }
 },
 "aliases.list": {
  "status": "200",
  "body": {
   "object": "list",
   "url": "/v1/aliases",
   "has_more": false,
   "data": [
    {
     "object": "alias",
     "id": "als_01m7xjxa000000000000000001",
     "livemode": false,
     "identity": "idn_01m7xjxa000000000000000002",
     "type": "username",
     "value": "bob",
     "privacy_level": "public",
     "is_primary": false,
     "status": "registered",
     "verification": "none",
     "verified_at": null,
     "verified_method": null,
     "proof_expires_at": null,
     "external_reference": null,
     "metadata": {},
     "created": 1790000000,
     "updated": 1790000000
    },
    {
     "object": "alias",
     "id": "als_01m7xjxa000000000000000003",
     "livemode": false,
     "identity": "idn_01m7xjxa000000000000000004",
     "type": "username",
     "value": "bob",
     "privacy_level": "public",
     "is_primary": false,
     "status": "registered",
     "verification": "none",
     "verified_at": null,
     "verified_method": null,
     "proof_expires_at": null,
     "external_reference": null,
     "metadata": {},
     "created": 1790000000,
     "updated": 1790000000
    },
    {
     "object": "alias",
     "id": "als_01m7xjxa000000000000000005",
     "livemode": false,
     "identity": "idn_01m7xjxa000000000000000002",
     "type": "email",
     "value": "bob@mail.example",
     "privacy_level": "unlisted",
     "is_primary": false,
     "status": "registered",
     "verification": "none",
     "verified_at": null,
     "verified_method": null,
     "proof_expires_at": null,
     "external_reference": null,
     "metadata": {},
     "created": 1790000000,
     "updated": 1790000000
    }
   ]
  }
 },
 "aliases.normalize": {
  "status": "200",
  "body": {
   "type": "phone",
   "value": "+491701234567"
  }
 },
 "aliases.retrieve": {
  "status": "200",
  "body": {
   "object": "alias",
   "id": "als_01m7xjxa000000000000000001",
   "livemode": false,
   "identity": "idn_01m7xjxa000000000000000002",
   "type": "username",
   "value": "bob",
   "privacy_level": "public",
   "is_primary": false,
   "status": "registered",
   "verification": "none",
   "verified_at": null,
   "verified_method": null,
   "proof_expires_at": null,
   "external_reference": null,
   "metadata": {},
   "created": 1790000000,
   "updated": 1790000000
  }
 },
 "aliases.search": {
  "status": "200",
  "body": {
   "object": "list",
   "url": "/v1/aliases/search",
   "has_more": false,
   "data": [
    {
     "object": "alias",
     "id": "als_01m7xjxa000000000000000001",
     "livemode": false,
     "identity": "idn_01m7xjxa000000000000000002",
     "type": "username",
     "value": "bob",
     "privacy_level": "public",
     "is_primary": false,
     "status": "registered",
     "verification": "none",
     "verified_at": null,
     "verified_method": null,
     "proof_expires_at": null,
     "external_reference": null,
     "metadata": {},
     "created": 1790000000,
     "updated": 1790000000
    }
   ]
  }
 },
 "aliases.update": {
  "status": "200",
  "body": {
   "object": "alias",
   "id": "als_01m7xjxa000000000000000001",
   "livemode": false,
   "identity": "idn_01m7xjxa000000000000000002",
   "type": "username",
   "value": "bob",
   "privacy_level": "public",
   "is_primary": true,
   "status": "registered",
   "verification": "none",
   "verified_at": null,
   "verified_method": null,
   "proof_expires_at": null,
   "external_reference": null,
   "metadata": {},
   "created": 1790000000,
   "updated": 1790000000
  }
 },
 "aliases.verify": {
  "status": "200",
  "body": {
   "object": "alias",
   "id": "als_01m7xjxa000000000000000001",
   "livemode": false,
   "identity": "idn_01m7xjxa000000000000000002",
   "type": "username",
   "value": "bob",
   "privacy_level": "public",
   "is_primary": false,
   "status": "registered",
   "verification": "attested",
   "verified_at": 1790000000,
   "verified_method": "otp",
   "proof_expires_at": null,
   "external_reference": null,
   "metadata": {},
   "created": 1790000000,
   "updated": 1790000000
  }
 },
 "apiKeys.create": {
  "status": "201",
  "body": {
   "object": "api_key",
   "id": "key_01m7xjxa000000000000000001",
   "livemode": false,
   "name": "Checkout",
   "scopes": [
    "resolve"
   ],
   "prefix": "spk_test_example",
   "last4": "ao1u",
   "router": false,
   "expires_at": null,
   "revoked_at": null,
   "last_used_at": null,
   "rolled_to": null,
   "created": 1790000000,
   "updated": 1790000000,
   "key": "spk_test_example"
  }
 },
 "apiKeys.delete": {
  "status": "200",
  "body": {
   "id": "key_01m7xjxa000000000000000001",
   "object": "api_key",
   "livemode": false,
   "deleted": true
  }
 },
 "apiKeys.list": {
  "status": "200",
  "body": {
   "object": "list",
   "url": "/v1/api_keys",
   "has_more": true,
   "data": [
    {
     "object": "api_key",
     "id": "key_01m7xjxa000000000000000001",
     "livemode": false,
     "name": "Checkout",
     "scopes": [
      "resolve"
     ],
     "prefix": "spk_test_example",
     "last4": "ao1u",
     "router": false,
     "expires_at": null,
     "revoked_at": null,
     "last_used_at": null,
     "rolled_to": null,
     "created": 1790000000,
     "updated": 1790000000
    },
    {
     "object": "api_key",
     "id": "key_01m7xjxa000000000000000002",
     "livemode": false,
     "name": null,
     "scopes": [
      "keys:write"
     ],
     "prefix": "spk_test_example",
     "last4": "f5rL",
     "router": false,
     "expires_at": null,
     "revoked_at": null,
     "last_used_at": null,
     "rolled_to": null,
     "created": 1790000000,
     "updated": 1790000000
    },
    {
     "object": "api_key",
     "id": "key_01m7xjxa000000000000000003",
     "livemode": false,
     "name": null,
     "scopes": [
      "*"
     ],
     "prefix": "spk_test_example",
     "last4": "2SEx",
     "router": false,
     "expires_at": null,
     "revoked_at": null,
     "last_used_at": null,
     "rolled_to": null,
     "created": 1790000000,
     "updated": 1790000000
    }
   ]
  }
 },
 "apiKeys.retrieve": {
  "status": "200",
  "body": {
   "object": "api_key",
   "id": "key_01m7xjxa000000000000000001",
   "livemode": false,
   "name": null,
   "scopes": [
    "keys:write"
   ],
   "prefix": "spk_test_example",
   "last4": "wEEF",
   "router": false,
   "expires_at": null,
   "revoked_at": null,
   "last_used_at": null,
   "rolled_to": null,
   "created": 1790000000,
   "updated": 1790000000
  }
 },
 "apiKeys.roll": {
  "status": "200",
  "body": {
   "object": "api_key",
   "id": "key_01m7xjxa000000000000000001",
   "livemode": false,
   "name": null,
   "scopes": [
    "keys:write"
   ],
   "prefix": "spk_test_example",
   "last4": "AOop",
   "router": false,
   "expires_at": null,
   "revoked_at": null,
   "last_used_at": null,
   "rolled_to": null,
   "created": 1790000000,
   "updated": 1790000000,
   "key": "spk_test_example"
  }
 },
 "catalogue": {
  "status": "200",
  "body": {
   "object": "catalogue",
   "networks": [
    {
     "name": "ethereum",
     "title": "Ethereum",
     "names": [
      "eth",
      "evm",
      "eip155",
      "ethereummainnet",
      "ethmainnet",
      "erc20"
     ],
     "address_checked": true
    },
    {
     "name": "ethereum-classic",
     "title": "Ethereum Classic",
     "names": [
      "etc"
     ],
     "address_checked": true
    },
    {
     "name": "sepolia",
     "title": "Sepolia, a test network",
     "names": [
      "ethereumsepolia"
     ],
     "address_checked": true
    }
   ],
   "rails": [
    {
     "name": "onchain",
     "title": "A transaction on the network's chain",
     "names": [
      "chain",
      "blockchain"
     ]
    },
    {
     "name": "lightning",
     "title": "Lightning Network",
     "names": [
      "ln",
      "lightningnetwork",
      "bolt11"
     ]
    },
    {
     "name": "interledger",
     "title": "Interledger",
     "names": [
      "ilp",
      "openpayments"
     ]
    }
   ]
  }
 },
 "challenges.answer": {
  "status": "200",
  "body": {
   "object": "challenge",
   "id": "chl_01m7xjxa000000000000000001",
   "livemode": false,
   "alias": "als_01m7xjxa000000000000000002",
   "claim": null,
   "method": "email_code",
   "purpose": "prove",
   "status": "met",
   "expires_at": 1790000000,
   "attempts_left": 5,
   "instructions": {
    "text": "Nothing is sent in test mode: answer with the code 000000."
   },
   "created": 1790000000,
   "updated": 1790000000
  }
 },
 "challenges.retrieve": {
  "status": "200",
  "body": {
   "object": "challenge",
   "id": "chl_01m7xjxa000000000000000001",
   "livemode": false,
   "alias": "als_01m7xjxa000000000000000002",
   "claim": null,
   "method": "email_code",
   "purpose": "prove",
   "status": "expired",
   "expires_at": 1790000000,
   "attempts_left": 5,
   "instructions": {
    "text": "Nothing is sent in test mode: answer with the code 000000."
   },
   "created": 1790000000,
   "updated": 1790000000
  }
 },
 "changes": {
  "status": "200",
  "body": {
   "object": "change_feed",
   "url": "/v1/changes",
   "data": [
    {
     "object": "api_key",
     "id": "key_01m7xjxa000000000000000001",
     "updated": 1790000000,
     "deleted": false
    },
    {
     "object": "api_key",
     "id": "key_01m7xjxa000000000000000002",
     "updated": 1790000000,
     "deleted": false
    },
    {
     "object": "identity",
     "id": "idn_01m7xjxa000000000000000003",
     "updated": 1790000000,
     "deleted": false
    }
   ],
   "cursor": "tL42PoZU7nwlKwKJuD-vcgEAAAAAAAAAAAAAAAAAAAAAQ3w4mIXwpvZTBYXy…",
   "has_more": false,
   "behind_seconds": 0
  }
 },
 "claims.cancel": {
  "status": "200",
  "body": {
   "object": "claim",
   "id": "clm_01m7xjxa000000000000000001",
   "livemode": false,
   "direction": "outgoing",
   "kind": "portability",
   "type": "phone",
   "value": "+12125550123",
   "identity": "idn_01m7xjxa000000000000000002",
   "consumer": "apc_01m7xjxa000000000000000003",
   "consumer_record": {
    "id": "apc_01m7xjxa000000000000000003",
    "name": "owner",
    "display_name": null
   },
   "status": "cancelled",
   "reason": "withdrawn",
   "deadline": null,
   "challenge": null,
   "created": 1790000000,
   "updated": 1790000000
  }
 },
 "claims.challenges": {
  "status": "201",
  "body": {
   "object": "challenge",
   "id": "chl_01m7xjxa000000000000000001",
   "livemode": false,
   "alias": null,
   "claim": "clm_01m7xjxa000000000000000002",
   "method": "sms_code",
   "purpose": "claim",
   "status": "pending",
   "expires_at": 1790000000,
   "attempts_left": 5,
   "instructions": {
    "text": "Nothing is sent in test mode: answer with the code 000000."
   },
   "created": 1790000000,
   "updated": 1790000000
  }
 },
 "claims.confirm": {
  "status": "200",
  "body": {
   "object": "claim",
   "id": "clm_01m7xjxa000000000000000001",
   "livemode": false,
   "direction": "incoming",
   "kind": "portability",
   "type": "phone",
   "value": "+12125550123",
   "identity": "idn_01m7xjxa000000000000000002",
   "consumer": "apc_01m7xjxa000000000000000003",
   "consumer_record": {
    "id": "apc_01m7xjxa000000000000000003",
    "name": "grantee",
    "display_name": null
   },
   "status": "completed",
   "reason": null,
   "deadline": null,
   "challenge": null,
   "created": 1790000000,
   "updated": 1790000000
  }
 },
 "claims.contest": {
  "status": "200",
  "body": {
   "object": "claim",
   "id": "clm_01m7xjxa000000000000000001",
   "livemode": false,
   "direction": "incoming",
   "kind": "portability",
   "type": "phone",
   "value": "+12125550123",
   "identity": "idn_01m7xjxa000000000000000002",
   "consumer": "apc_01m7xjxa000000000000000003",
   "consumer_record": {
    "id": "apc_01m7xjxa000000000000000003",
    "name": "grantee",
    "display_name": null
   },
   "status": "open",
   "reason": null,
   "deadline": 1790604800,
   "challenge": "chl_01m7xjxa000000000000000004",
   "created": 1790000000,
   "updated": 1790000000
  }
 },
 "claims.create": {
  "status": "202",
  "body": {
   "object": "claim",
   "id": "clm_01m7xjxa000000000000000001",
   "livemode": false,
   "direction": "outgoing",
   "kind": "ownership",
   "type": "phone",
   "value": "+12125550123",
   "identity": "idn_01m7xjxa000000000000000002",
   "consumer": "apc_01m7xjxa000000000000000003",
   "consumer_record": {
    "id": "apc_01m7xjxa000000000000000003",
    "name": "owner",
    "display_name": null
   },
   "status": "pending_proof",
   "reason": null,
   "deadline": 1790086400,
   "challenge": null,
   "created": 1790000000,
   "updated": 1790000000
  }
 },
 "claims.list": {
  "status": "200",
  "body": {
   "object": "list",
   "url": "/v1/claims",
   "has_more": false,
   "data": [
    {
     "object": "claim",
     "id": "clm_01m7xjxa000000000000000001",
     "livemode": false,
     "direction": "outgoing",
     "kind": "ownership",
     "type": "phone",
     "value": "+12125550123",
     "identity": "idn_01m7xjxa000000000000000002",
     "consumer": "apc_01m7xjxa000000000000000003",
     "consumer_record": {
      "id": "apc_01m7xjxa000000000000000003",
      "name": "owner",
      "display_name": null
     },
     "status": "pending_proof",
     "reason": null,
     "deadline": 1790086400,
     "challenge": null,
     "created": 1790000000,
     "updated": 1790000000
    },
    {
     "object": "claim",
     "id": "clm_01m7xjxa000000000000000004",
     "livemode": false,
     "direction": "outgoing",
     "kind": "portability",
     "type": "phone",
     "value": "+12125550123",
     "identity": "idn_01m7xjxa000000000000000005",
     "consumer": "apc_01m7xjxa000000000000000003",
     "consumer_record": {
      "id": "apc_01m7xjxa000000000000000003",
      "name": "owner",
      "display_name": null
     },
     "status": "open",
     "reason": null,
     "deadline": 1790604800,
     "challenge": null,
     "created": 1790000000,
     "updated": 1790000000
    },
    {
     "object": "claim",
     "id": "clm_01m7xjxa000000000000000006",
     "livemode": false,
     "direction": "outgoing",
     "kind": "portability",
     "type": "phone",
     "value": "+12125550123",
     "identity": "idn_01m7xjxa000000000000000002",
     "consumer": "apc_01m7xjxa000000000000000003",
     "consumer_record": {
      "id": "apc_01m7xjxa000000000000000003",
      "name": "owner",
      "display_name": null
     },
     "status": "pending_proof",
     "reason": null,
     "deadline": 1790604800,
     "challenge": null,
     "created": 1790000000,
     "updated": 1790000000
    }
   ]
  }
 },
 "claims.refuse": {
  "status": "200",
  "body": {
   "object": "claim",
   "id": "clm_01m7xjxa000000000000000001",
   "livemode": false,
   "direction": "incoming",
   "kind": "portability",
   "type": "phone",
   "value": "+12125550123",
   "identity": "idn_01m7xjxa000000000000000002",
   "consumer": "apc_01m7xjxa000000000000000003",
   "consumer_record": {
    "id": "apc_01m7xjxa000000000000000003",
    "name": "grantee",
    "display_name": null
   },
   "status": "cancelled",
   "reason": "refused",
   "deadline": null,
   "challenge": null,
   "created": 1790000000,
   "updated": 1790000000
  }
 },
 "claims.retrieve": {
  "status": "200",
  "body": {
   "object": "claim",
   "id": "clm_01m7xjxa000000000000000001",
   "livemode": false,
   "direction": "outgoing",
   "kind": "portability",
   "type": "phone",
   "value": "+12125550123",
   "identity": "idn_01m7xjxa000000000000000002",
   "consumer": "apc_01m7xjxa000000000000000003",
   "consumer_record": {
    "id": "apc_01m7xjxa000000000000000003",
    "name": "owner",
    "display_name": null
   },
   "status": "pending_proof",
   "reason": null,
   "deadline": 1790604800,
   "challenge": null,
   "created": 1790000000,
   "updated": 1790000000
  }
 },
 "consentGrants.create": {
  "status": "201",
  "body": {
   "object": "consent_grant",
   "id": "cgr_01m7xjxa000000000000000001",
   "livemode": false,
   "identity": "idn_01m7xjxa000000000000000002",
   "status": "active",
   "expires_at": null,
   "consumer": "apc_01m7xjxa000000000000000003",
   "consumer_record": {
    "id": "apc_01m7xjxa000000000000000003",
    "name": "grantee",
    "display_name": null
   },
   "covers": {
    "all": false,
    "aliases": [],
    "endpoints": [
     "end_01m7xjxa000000000000000004"
    ]
   },
   "release": [],
   "purpose": "Payroll",
   "revoked_at": null,
   "created": 1790000000,
   "updated": 1790000000
  }
 },
 "consentGrants.delete": {
  "status": "200",
  "body": {
   "object": "consent_grant",
   "id": "cgr_01m7xjxa000000000000000001",
   "livemode": false,
   "identity": "idn_01m7xjxa000000000000000002",
   "status": "revoked",
   "expires_at": null,
   "consumer": "apc_01m7xjxa000000000000000003",
   "consumer_record": {
    "id": "apc_01m7xjxa000000000000000003",
    "name": "grantee",
    "display_name": null
   },
   "covers": {
    "all": true,
    "aliases": [],
    "endpoints": []
   },
   "release": [],
   "purpose": null,
   "revoked_at": 1790000000,
   "created": 1790000000,
   "updated": 1790000000
  }
 },
 "consentGrants.list": {
  "status": "200",
  "body": {
   "object": "list",
   "url": "/v1/consent_grants",
   "has_more": true,
   "data": [
    {
     "object": "consent_grant",
     "id": "cgr_01m7xjxa000000000000000001",
     "livemode": false,
     "identity": "idn_01m7xjxa000000000000000002",
     "status": "active",
     "expires_at": null,
     "consumer": "apc_01m7xjxa000000000000000003",
     "consumer_record": {
      "id": "apc_01m7xjxa000000000000000003",
      "name": "grantee",
      "display_name": null
     },
     "covers": {
      "all": false,
      "aliases": [],
      "endpoints": [
       "end_01m7xjxa000000000000000004"
      ]
     },
     "release": [],
     "purpose": "Payroll",
     "revoked_at": null,
     "created": 1790000000,
     "updated": 1790000000
    },
    {
     "object": "consent_grant",
     "id": "cgr_01m7xjxa000000000000000005",
     "livemode": false,
     "identity": "idn_01m7xjxa000000000000000006",
     "status": "active",
     "expires_at": null,
     "consumer": "apc_01m7xjxa000000000000000003",
     "consumer_record": {
      "id": "apc_01m7xjxa000000000000000003",
      "name": "grantee",
      "display_name": null
     },
     "covers": {
      "all": true,
      "aliases": [],
      "endpoints": []
     },
     "release": [],
     "purpose": null,
     "revoked_at": null,
     "created": 1790000000,
     "updated": 1790000000
    },
    {
     "object": "consent_grant",
     "id": "cgr_01m7xjxa000000000000000007",
     "livemode": false,
     "identity": "idn_01m7xjxa000000000000000008",
     "status": "active",
     "expires_at": null,
     "consumer": "apc_01m7xjxa000000000000000003",
     "consumer_record": {
      "id": "apc_01m7xjxa000000000000000003",
      "name": "grantee",
      "display_name": null
     },
     "covers": {
      "all": true,
      "aliases": [],
      "endpoints": []
     },
     "release": [],
     "purpose": null,
     "revoked_at": null,
     "created": 1790000000,
     "updated": 1790000000
    }
   ]
  }
 },
 "consentGrants.retrieve": {
  "status": "200",
  "body": {
   "object": "consent_grant",
   "id": "cgr_01m7xjxa000000000000000001",
   "livemode": false,
   "identity": "idn_01m7xjxa000000000000000002",
   "status": "revoked",
   "expires_at": null,
   "consumer": "apc_01m7xjxa000000000000000003",
   "consumer_record": {
    "id": "apc_01m7xjxa000000000000000003",
    "name": "grantee",
    "display_name": null
   },
   "covers": {
    "all": true,
    "aliases": [],
    "endpoints": []
   },
   "release": [],
   "purpose": null,
   "revoked_at": 1790000000,
   "created": 1790000000,
   "updated": 1790000000
  }
 },
 "consentRequests.approve": {
  "status": "200",
  "body": {
   "object": "consent_request",
   "id": "crq_01m7xjxa000000000000000001",
   "livemode": false,
   "type": "username",
   "value": "bob",
   "purpose": null,
   "status": "approved",
   "expires_at": 1790604800,
   "created": 1790000000,
   "identity": "idn_01m7xjxa000000000000000002",
   "alias": "als_01m7xjxa000000000000000003",
   "consumer": "apc_01m7xjxa000000000000000004",
   "consumer_record": {
    "id": "apc_01m7xjxa000000000000000004",
    "name": "grantee",
    "display_name": null
   },
   "grant": "cgr_01m7xjxa000000000000000005",
   "updated": 1790000000
  }
 },
 "consentRequests.create": {
  "status": "202",
  "body": {
   "object": "consent_request",
   "id": "crq_01m7xjxa000000000000000001",
   "livemode": false,
   "type": "username",
   "value": "bob",
   "purpose": "Payroll",
   "status": "pending",
   "expires_at": 1790604800,
   "created": 1790000000
  }
 },
 "consentRequests.decline": {
  "status": "200",
  "body": {
   "object": "consent_request",
   "id": "crq_01m7xjxa000000000000000001",
   "livemode": false,
   "type": "username",
   "value": "bob",
   "purpose": null,
   "status": "declined",
   "expires_at": 1790604800,
   "created": 1790000000,
   "identity": "idn_01m7xjxa000000000000000002",
   "alias": "als_01m7xjxa000000000000000003",
   "consumer": "apc_01m7xjxa000000000000000004",
   "consumer_record": {
    "id": "apc_01m7xjxa000000000000000004",
    "name": "grantee",
    "display_name": null
   },
   "grant": null,
   "updated": 1790000000
  }
 },
 "consentRequests.list": {
  "status": "200",
  "body": {
   "object": "list",
   "url": "/v1/consent_requests",
   "has_more": true,
   "data": [
    {
     "object": "consent_request",
     "id": "crq_01m7xjxa000000000000000001",
     "livemode": false,
     "type": "username",
     "value": "bob",
     "purpose": null,
     "status": "pending",
     "expires_at": 1790604800,
     "created": 1790000000,
     "identity": "idn_01m7xjxa000000000000000002",
     "alias": "als_01m7xjxa000000000000000003",
     "consumer": "apc_01m7xjxa000000000000000004",
     "consumer_record": {
      "id": "apc_01m7xjxa000000000000000004",
      "name": "grantee",
      "display_name": null
     },
     "grant": null,
     "updated": 1790000000
    },
    {
     "object": "consent_request",
     "id": "crq_01m7xjxa000000000000000005",
     "livemode": false,
     "type": "username",
     "value": "bob",
     "purpose": null,
     "status": "pending",
     "expires_at": 1790604800,
     "created": 1790000000,
     "identity": "idn_01m7xjxa000000000000000006",
     "alias": "als_01m7xjxa000000000000000007",
     "consumer": "apc_01m7xjxa000000000000000004",
     "consumer_record": {
      "id": "apc_01m7xjxa000000000000000004",
      "name": "grantee",
      "display_name": null
     },
     "grant": null,
     "updated": 1790000000
    },
    {
     "object": "consent_request",
     "id": "crq_01m7xjxa000000000000000008",
     "livemode": false,
     "type": "username",
     "value": "bob",
     "purpose": null,
     "status": "pending",
     "expires_at": 1790604800,
     "created": 1790000000,
     "identity": "idn_01m7xjxa000000000000000009",
     "alias": "als_01m7xjxa00000000000000000a",
     "consumer": "apc_01m7xjxa000000000000000004",
     "consumer_record": {
      "id": "apc_01m7xjxa000000000000000004",
      "name": "grantee",
      "display_name": null
     },
     "grant": null,
     "updated": 1790000000
    }
   ]
  }
 },
 "consentRequests.retrieve": {
  "status": "200",
  "body": {
   "object": "consent_request",
   "id": "crq_01m7xjxa000000000000000001",
   "livemode": false,
   "type": "username",
   "value": "bob",
   "purpose": null,
   "status": "pending",
   "expires_at": 1790604800,
   "created": 1790000000,
   "identity": "idn_01m7xjxa000000000000000002",
   "alias": "als_01m7xjxa000000000000000003",
   "consumer": "apc_01m7xjxa000000000000000004",
   "consumer_record": {
    "id": "apc_01m7xjxa000000000000000004",
    "name": "grantee",
    "display_name": null
   },
   "grant": null,
   "updated": 1790000000
  }
 },
 "endpoints.challenge": {
  "status": "200",
  "body": {
   "object": "endpoint_challenge",
   "message": "localhost wants you to sign in with your Ethereum account:\n0x52908400098527886E0F7030069857D2E4169EE7\n\nProve to owner (apc_01m7xjxa000000000000000001) that this wallet may be registered as an endpoint of idn_01m7xjxa000000000000000002. It moves no money.\n\nURI: http://localhost\nVersion: 1\nChain ID: 8453\nNonce: 2a4569bf45b937af8eca8a68463e7880\nIssued At: 2026-11-22T20:41:14.000Z\nExpiration Time: 2026-11-22T20:51:14.000Z",
   "token": "KkVpv0W5N6-OyopoRj54gAAAAAAAACEFAAAAAGsDVcIxvZ3b-rL4W_mAYvi8yYyABDbbsZZ17PV32XRSDzw7qA",
   "expires_at": 1790000000
  }
 },
 "endpoints.create": {
  "status": "201",
  "body": {
   "object": "endpoint",
   "id": "end_01m7xjxa000000000000000001",
   "livemode": false,
   "identity": "idn_01m7xjxa000000000000000002",
   "type": "bank_account",
   "privacy_level": "consent_required",
   "priority": 0,
   "capabilities": [
    {
     "asset": "EUR",
     "rail": "sepa",
     "supports_instant": true
    }
   ],
   "status": "active",
   "release": "never",
   "verification": "none",
   "verified_method": null,
   "address_preview": "••••3000",
   "warnings": [],
   "external_reference": null,
   "metadata": {},
   "created": 1790000000,
   "updated": 1790000000
  }
 },
 "endpoints.delete": {
  "status": "200",
  "body": {
   "id": "end_01m7xjxa000000000000000001",
   "object": "endpoint",
   "livemode": false,
   "deleted": true
  }
 },
 "endpoints.list": {
  "status": "200",
  "body": {
   "object": "list",
   "url": "/v1/endpoints",
   "has_more": false,
   "data": [
    {
     "object": "endpoint",
     "id": "end_01m7xjxa000000000000000001",
     "livemode": false,
     "identity": "idn_01m7xjxa000000000000000002",
     "type": "bank_account",
     "privacy_level": "consent_required",
     "priority": 0,
     "capabilities": [
      {
       "asset": "EUR",
       "rail": "sepa",
       "supports_instant": true
      }
     ],
     "status": "active",
     "release": "never",
     "verification": "none",
     "verified_method": null,
     "address_preview": "••••3000",
     "warnings": [],
     "external_reference": null,
     "metadata": {},
     "created": 1790000000,
     "updated": 1790000000
    },
    {
     "object": "endpoint",
     "id": "end_01m7xjxa000000000000000003",
     "livemode": false,
     "identity": "idn_01m7xjxa000000000000000004",
     "type": "crypto_wallet",
     "privacy_level": "public",
     "priority": 0,
     "capabilities": [],
     "status": "active",
     "release": "public",
     "verification": "none",
     "verified_method": null,
     "address_preview": "0x5290…9EE7",
     "warnings": [],
     "external_reference": null,
     "metadata": {},
     "created": 1790000000,
     "updated": 1790000000
    },
    {
     "object": "endpoint",
     "id": "end_01m7xjxa000000000000000005",
     "livemode": false,
     "identity": "idn_01m7xjxa000000000000000006",
     "type": "crypto_wallet",
     "privacy_level": "public",
     "priority": 0,
     "capabilities": [],
     "status": "active",
     "release": "public",
     "verification": "none",
     "verified_method": null,
     "address_preview": "0x5290…9EE7",
     "warnings": [],
     "external_reference": null,
     "metadata": {},
     "created": 1790000000,
     "updated": 1790000000
    }
   ]
  }
 },
 "endpoints.retrieve": {
  "status": "200",
  "body": {
   "object": "endpoint",
   "id": "end_01m7xjxa000000000000000001",
   "livemode": false,
   "identity": "idn_01m7xjxa000000000000000002",
   "type": "crypto_wallet",
   "privacy_level": "public",
   "priority": 0,
   "capabilities": [],
   "status": "active",
   "release": "public",
   "verification": "none",
   "verified_method": null,
   "address_preview": "0x5290…9EE7",
   "warnings": [],
   "external_reference": null,
   "metadata": {},
   "created": 1790000000,
   "updated": 1790000000
  }
 },
 "endpoints.search": {
  "status": "200",
  "body": {
   "object": "list",
   "url": "/v1/endpoints/search",
   "has_more": false,
   "data": []
  }
 },
 "endpoints.update": {
  "status": "200",
  "body": {
   "object": "endpoint",
   "id": "end_01m7xjxa000000000000000001",
   "livemode": false,
   "identity": "idn_01m7xjxa000000000000000002",
   "type": "crypto_wallet",
   "privacy_level": "public",
   "priority": 1,
   "capabilities": [],
   "status": "active",
   "release": "public",
   "verification": "none",
   "verified_method": null,
   "address_preview": "0x5290…9EE7",
   "warnings": [],
   "external_reference": null,
   "metadata": {},
   "created": 1790000000,
   "updated": 1790000000
  }
 },
 "events.list": {
  "status": "200",
  "body": {
   "object": "list",
   "url": "/v1/events",
   "has_more": true,
   "data": [
    {
     "object": "event",
     "id": "evt_01m7xjxa000000000000000001",
     "livemode": false,
     "type": "webhook.test",
     "data": {
      "webhook": "whk_01m7xjxa000000000000000002"
     },
     "actor": {
      "type": "api_key",
      "id": "key_01m7xjxa000000000000000003"
     },
     "request": "req_01m7xjxa000000000000000004",
     "created": 1790000000,
     "updated": 1790000000
    },
    {
     "object": "event",
     "id": "evt_01m7xjxa000000000000000005",
     "livemode": false,
     "type": "api_key.created",
     "data": {
      "api_key": "key_01m7xjxa000000000000000006"
     },
     "actor": {
      "type": "api_key",
      "id": "key_01m7xjxa000000000000000003"
     },
     "request": "req_01m7xjxa000000000000000007",
     "created": 1790000000,
     "updated": 1790000000
    },
    {
     "object": "event",
     "id": "evt_01m7xjxa000000000000000008",
     "livemode": false,
     "type": "consent.granted",
     "data": {
      "identity": "idn_01m7xjxa000000000000000009",
      "consent_grant": "cgr_01m7xjxa00000000000000000a",
      "consumer": "apc_01m7xjxa00000000000000000b"
     },
     "actor": {
      "type": "api_key",
      "id": "key_01m7xjxa000000000000000003"
     },
     "request": "req_01m7xjxa00000000000000000c",
     "created": 1790000000,
     "updated": 1790000000
    }
   ]
  }
 },
 "events.retrieve": {
  "status": "200",
  "body": {
   "object": "event",
   "id": "evt_01m7xjxa000000000000000001",
   "livemode": false,
   "type": "identity.created",
   "data": {
    "identity": "idn_01m7xjxa000000000000000002",
    "type": "user"
   },
   "actor": {
    "type": "api_key",
    "id": "key_01m7xjxa000000000000000003"
   },
   "request": "req_01m7xjxa000000000000000004",
   "created": 1790000000,
   "updated": 1790000000
  }
 },
 "eventTypes.list": {
  "status": "200",
  "body": {
   "object": "list",
   "url": "/v1/event_types",
   "has_more": false,
   "data": [
    {
     "object": "event_type",
     "type": "identity.created",
     "when": "an identity is created",
     "data": {
      "type": "object",
      "additionalProperties": false,
      "required": [
       "identity",
       "type"
      ],
      "properties": {
       "identity": {
        "type": "string",
        "description": "idn_…"
       },
       "type": {
        "type": "string",
        "description": "identity type"
       }
      }
     }
    },
    {
     "object": "event_type",
     "type": "identity.updated",
     "when": "an identity changes, its status apart",
     "data": {
      "type": "object",
      "additionalProperties": false,
      "required": [
       "identity",
       "type"
      ],
      "properties": {
       "identity": {
        "type": "string",
        "description": "idn_…"
       },
       "type": {
        "type": "string",
        "description": "identity type"
       }
      }
     }
    },
    {
     "object": "event_type",
     "type": "identity.status_changed",
     "when": "an identity's status changes",
     "data": {
      "type": "object",
      "additionalProperties": false,
      "required": [
       "identity",
       "type",
       "status"
      ],
      "properties": {
       "identity": {
        "type": "string",
        "description": "idn_…"
       },
       "type": {
        "type": "string",
        "description": "identity type"
       },
       "status": {
        "type": "string",
        "description": "the new status"
       }
      }
     }
    }
   ]
  }
 },
 "identities.aliases.list": {
  "status": "200",
  "body": {
   "object": "list",
   "url": "/v1/identities/idn_01m7xjxa000000000000000001/aliases",
   "has_more": false,
   "data": [
    {
     "object": "alias",
     "id": "als_01m7xjxa000000000000000002",
     "livemode": false,
     "identity": "idn_01m7xjxa000000000000000001",
     "type": "email",
     "value": "bob@mail.example",
     "privacy_level": "unlisted",
     "is_primary": false,
     "status": "registered",
     "verification": "none",
     "verified_at": null,
     "verified_method": null,
     "proof_expires_at": null,
     "external_reference": null,
     "metadata": {},
     "created": 1790000000,
     "updated": 1790000000
    },
    {
     "object": "alias",
     "id": "als_01m7xjxa000000000000000003",
     "livemode": false,
     "identity": "idn_01m7xjxa000000000000000001",
     "type": "phone",
     "value": "+12125550123",
     "privacy_level": "unlisted",
     "is_primary": false,
     "status": "registered",
     "verification": "none",
     "verified_at": null,
     "verified_method": null,
     "proof_expires_at": null,
     "external_reference": null,
     "metadata": {},
     "created": 1790000000,
     "updated": 1790000000
    },
    {
     "object": "alias",
     "id": "als_01m7xjxa000000000000000004",
     "livemode": false,
     "identity": "idn_01m7xjxa000000000000000001",
     "type": "username",
     "value": "bob",
     "privacy_level": "public",
     "is_primary": false,
     "status": "registered",
     "verification": "none",
     "verified_at": null,
     "verified_method": null,
     "proof_expires_at": null,
     "external_reference": null,
     "metadata": {},
     "created": 1790000000,
     "updated": 1790000000
    }
   ]
  }
 },
 "identities.consentGrants.list": {
  "status": "200",
  "body": {
   "object": "list",
   "url": "/v1/identities/idn_01m7xjxa000000000000000001/consent_grants",
   "has_more": false,
   "data": [
    {
     "object": "consent_grant",
     "id": "cgr_01m7xjxa000000000000000002",
     "livemode": false,
     "identity": "idn_01m7xjxa000000000000000001",
     "status": "active",
     "expires_at": null,
     "consumer": "apc_01m7xjxa000000000000000003",
     "consumer_record": {
      "id": "apc_01m7xjxa000000000000000003",
      "name": "grantee",
      "display_name": null
     },
     "covers": {
      "all": true,
      "aliases": [],
      "endpoints": []
     },
     "release": [],
     "purpose": null,
     "revoked_at": null,
     "created": 1790000000,
     "updated": 1790000000
    }
   ]
  }
 },
 "identities.create": {
  "status": "201",
  "body": {
   "object": "identity",
   "id": "idn_01m7xjxa000000000000000001",
   "livemode": false,
   "type": "user",
   "status": "active",
   "display_name": "Bob",
   "default_privacy_level": "public",
   "primary_alias": null,
   "payee_checks": "on",
   "close_match": "on",
   "external_reference": null,
   "metadata": {},
   "erasing": false,
   "erased_at": null,
   "created": 1790000000,
   "updated": 1790000000
  }
 },
 "identities.disclosures.list": {
  "status": "200",
  "body": {
   "object": "list",
   "url": "/v1/identities/idn_01m7xjxa000000000000000001/disclosures",
   "has_more": false,
   "data": [
    {
     "object": "disclosure",
     "id": "dsc_01m7xjxa000000000000000002",
     "livemode": false,
     "identity": "idn_01m7xjxa000000000000000001",
     "consumer": "apc_01m7xjxa000000000000000003",
     "consumer_record": {
      "id": "apc_01m7xjxa000000000000000003",
      "name": "owner",
      "display_name": null
     },
     "alias": "als_01m7xjxa000000000000000004",
     "endpoints": [
      "end_01m7xjxa000000000000000005"
     ],
     "grant": null,
     "request_id": "req_01m7xjxa000000000000000006",
     "kind": "release",
     "verdict": null,
     "created": 1790000000,
     "updated": 1790000000
    },
    {
     "object": "disclosure",
     "id": "dsc_01m7xjxa000000000000000007",
     "livemode": false,
     "identity": "idn_01m7xjxa000000000000000001",
     "consumer": "apc_01m7xjxa000000000000000003",
     "consumer_record": {
      "id": "apc_01m7xjxa000000000000000003",
      "name": "owner",
      "display_name": null
     },
     "alias": "als_01m7xjxa000000000000000004",
     "endpoints": [
      "end_01m7xjxa000000000000000005"
     ],
     "grant": null,
     "request_id": "req_01m7xjxa000000000000000008",
     "kind": "resolve",
     "verdict": null,
     "created": 1790000000,
     "updated": 1790000000
    }
   ]
  }
 },
 "identities.endpoints.list": {
  "status": "200",
  "body": {
   "object": "list",
   "url": "/v1/identities/idn_01m7xjxa000000000000000001/endpoints",
   "has_more": false,
   "data": [
    {
     "object": "endpoint",
     "id": "end_01m7xjxa000000000000000002",
     "livemode": false,
     "identity": "idn_01m7xjxa000000000000000001",
     "type": "crypto_wallet",
     "privacy_level": "public",
     "priority": 0,
     "capabilities": [],
     "status": "active",
     "release": "public",
     "verification": "none",
     "verified_method": null,
     "address_preview": "0x5290…9EE7",
     "warnings": [],
     "external_reference": null,
     "metadata": {},
     "created": 1790000000,
     "updated": 1790000000
    }
   ]
  }
 },
 "identities.erase": {
  "status": "202",
  "body": {
   "object": "identity",
   "id": "idn_01m7xjxa000000000000000001",
   "livemode": false,
   "type": "user",
   "status": "closed",
   "display_name": null,
   "default_privacy_level": "unlisted",
   "primary_alias": null,
   "payee_checks": "on",
   "close_match": "on",
   "external_reference": null,
   "metadata": {},
   "erasing": true,
   "erased_at": null,
   "created": 1790000000,
   "updated": 1790000000
  }
 },
 "identities.export": {
  "status": "200",
  "body": {
   "object": "identity_export",
   "id": "idn_01m7xjxa000000000000000001",
   "livemode": false,
   "identity": {
    "object": "identity",
    "id": "idn_01m7xjxa000000000000000001",
    "livemode": false,
    "type": "user",
    "status": "active",
    "display_name": null,
    "default_privacy_level": "unlisted",
    "primary_alias": null,
    "payee_checks": "on",
    "close_match": "on",
    "external_reference": null,
    "metadata": {},
    "erasing": false,
    "erased_at": null,
    "created": 1790000000,
    "updated": 1790000000
   },
   "aliases": [
    {
     "object": "alias",
     "id": "als_01m7xjxa000000000000000002",
     "livemode": false,
     "identity": "idn_01m7xjxa000000000000000001",
     "type": "email",
     "value": "bob@mail.example",
     "privacy_level": "unlisted",
     "is_primary": false,
     "status": "registered",
     "verification": "none",
     "verified_at": null,
     "verified_method": null,
     "proof_expires_at": null,
     "external_reference": null,
     "metadata": {},
     "created": 1790000000,
     "updated": 1790000000
    },
    {
     "object": "alias",
     "id": "als_01m7xjxa000000000000000003",
     "livemode": false,
     "identity": "idn_01m7xjxa000000000000000001",
     "type": "phone",
     "value": "+12125550123",
     "privacy_level": "unlisted",
     "is_primary": false,
     "status": "registered",
     "verification": "none",
     "verified_at": null,
     "verified_method": null,
     "proof_expires_at": null,
     "external_reference": null,
     "metadata": {},
     "created": 1790000000,
     "updated": 1790000000
    },
    {
     "object": "alias",
     "id": "als_01m7xjxa000000000000000004",
     "livemode": false,
     "identity": "idn_01m7xjxa000000000000000001",
     "type": "username",
     "value": "bob",
     "privacy_level": "public",
     "is_primary": false,
     "status": "registered",
     "verification": "none",
     "verified_at": null,
     "verified_method": null,
     "proof_expires_at": null,
     "external_reference": null,
     "metadata": {},
     "created": 1790000000,
     "updated": 1790000000
    }
   ],
   "endpoints": [
    {
     "object": "endpoint",
     "id": "end_01m7xjxa000000000000000005",
     "livemode": false,
     "identity": "idn_01m7xjxa000000000000000001",
     "type": "crypto_wallet",
     "privacy_level": "public",
     "priority": 0,
     "capabilities": [],
     "status": "active",
     "release": "public",
     "verification": "none",
     "verified_method": null,
     "address_preview": "0x5290…9EE7",
     "warnings": [],
     "external_reference": null,
     "metadata": {},
     "created": 1790000000,
     "updated": 1790000000
    }
   ],
   "payee_names": [
    {
     "object": "payee_name",
     "id": "pnm_01m7xjxa000000000000000006",
     "livemode": false,
     "identity": "idn_01m7xjxa000000000000000001",
     "kind": "legal",
     "masked": "J••• S•••",
     "basis": "declared",
     "created": 1790000000,
     "updated": 1790000000
    }
   ],
   "consent_grants": [
    {
     "object": "consent_grant",
     "id": "cgr_01m7xjxa000000000000000007",
     "livemode": false,
     "identity": "idn_01m7xjxa000000000000000001",
     "status": "active",
     "expires_at": null,
     "consumer": "apc_01m7xjxa000000000000000008",
     "consumer_record": {
      "id": "apc_01m7xjxa000000000000000008",
      "name": "grantee",
      "display_name": null
     },
     "covers": {
      "all": true,
      "aliases": [],
      "endpoints": []
     },
     "release": [],
     "purpose": null,
     "revoked_at": null,
     "created": 1790000000,
     "updated": 1790000000
    }
   ],
   "consent_requests": [
    {
     "object": "consent_request",
     "id": "crq_01m7xjxa000000000000000009",
     "livemode": false,
     "type": "username",
     "value": "bob",
     "purpose": null,
     "status": "pending",
     "expires_at": 1790604800,
     "created": 1790000000,
     "identity": "idn_01m7xjxa000000000000000001",
     "alias": "als_01m7xjxa000000000000000004",
     "consumer": "apc_01m7xjxa000000000000000008",
     "consumer_record": {
      "id": "apc_01m7xjxa000000000000000008",
      "name": "grantee",
      "display_name": null
     },
     "grant": null,
     "updated": 1790000000
    }
   ],
   "claims": [
    {
     "object": "claim",
     "id": "clm_01m7xjxa00000000000000000a",
     "livemode": false,
     "direction": "outgoing",
     "kind": "portability",
     "type": "phone",
     "value": "+12125550123",
     "identity": "idn_01m7xjxa000000000000000001",
     "consumer": "apc_01m7xjxa00000000000000000b",
     "consumer_record": {
      "id": "apc_01m7xjxa00000000000000000b",
      "name": "owner",
      "display_name": null
     },
     "status": "pending_proof",
     "reason": null,
     "deadline": 1790604800,
     "challenge": null,
     "created": 1790000000,
     "updated": 1790000000
    },
    {
     "object": "claim",
     "id": "clm_01m7xjxa00000000000000000c",
     "livemode": false,
     "direction": "incoming",
     "kind": "portability",
     "type": "phone",
     "value": "+12125550123",
     "identity": "idn_01m7xjxa000000000000000001",
     "consumer": "apc_01m7xjxa000000000000000008",
     "consumer_record": {
      "id": "apc_01m7xjxa000000000000000008",
      "name": "grantee",
      "display_name": null
     },
     "status": "open",
     "reason": null,
     "deadline": 1790604800,
     "challenge": null,
     "created": 1790000000,
     "updated": 1790000000
    }
   ],
   "disclosures": [
    {
     "object": "disclosure",
     "id": "dsc_01m7xjxa00000000000000000d",
     "livemode": false,
     "identity": "idn_01m7xjxa000000000000000001",
     "consumer": "apc_01m7xjxa00000000000000000b",
     "consumer_record": {
      "id": "apc_01m7xjxa00000000000000000b",
      "name": "owner",
      "display_name": null
     },
     "alias": "als_01m7xjxa000000000000000004",
     "endpoints": [
      "end_01m7xjxa000000000000000005"
     ],
     "grant": null,
     "request_id": "req_01m7xjxa00000000000000000e",
     "kind": "release",
     "verdict": null,
     "created": 1790000000,
     "updated": 1790000000
    },
    {
     "object": "disclosure",
     "id": "dsc_01m7xjxa00000000000000000f",
     "livemode": false,
     "identity": "idn_01m7xjxa000000000000000001",
     "consumer": "apc_01m7xjxa00000000000000000b",
     "consumer_record": {
      "id": "apc_01m7xjxa00000000000000000b",
      "name": "owner",
      "display_name": null
     },
     "alias": "als_01m7xjxa000000000000000004",
     "endpoints": [
      "end_01m7xjxa000000000000000005"
     ],
     "grant": null,
     "request_id": "req_01m7xjxa00000000000000000g",
     "kind": "resolve",
     "verdict": null,
     "created": 1790000000,
     "updated": 1790000000
    }
   ],
   "has_more": false,
   "more_of": [],
   "left_out": []
  }
 },
 "identities.list": {
  "status": "200",
  "body": {
   "object": "list",
   "url": "/v1/identities",
   "has_more": false,
   "data": [
    {
     "object": "identity",
     "id": "idn_01m7xjxa000000000000000001",
     "livemode": false,
     "type": "user",
     "status": "active",
     "display_name": "Bob",
     "default_privacy_level": "public",
     "primary_alias": null,
     "payee_checks": "on",
     "close_match": "on",
     "external_reference": null,
     "metadata": {},
     "erasing": false,
     "erased_at": null,
     "created": 1790000000,
     "updated": 1790000000
    },
    {
     "object": "identity",
     "id": "idn_01m7xjxa000000000000000002",
     "livemode": false,
     "type": "user",
     "status": "active",
     "display_name": null,
     "default_privacy_level": "unlisted",
     "primary_alias": null,
     "payee_checks": "on",
     "close_match": "on",
     "external_reference": null,
     "metadata": {},
     "erasing": false,
     "erased_at": null,
     "created": 1790000000,
     "updated": 1790000000
    },
    {
     "object": "identity",
     "id": "idn_01m7xjxa000000000000000003",
     "livemode": false,
     "type": "user",
     "status": "active",
     "display_name": null,
     "default_privacy_level": "unlisted",
     "primary_alias": null,
     "payee_checks": "on",
     "close_match": "on",
     "external_reference": null,
     "metadata": {},
     "erasing": false,
     "erased_at": null,
     "created": 1790000000,
     "updated": 1790000000
    }
   ]
  }
 },
 "identities.payeeNames.create": {
  "status": "201",
  "body": {
   "object": "payee_name",
   "id": "pnm_01m7xjxa000000000000000001",
   "livemode": false,
   "identity": "idn_01m7xjxa000000000000000002",
   "kind": "legal",
   "masked": "R••• M•••",
   "basis": "declared",
   "created": 1790000000,
   "updated": 1790000000
  }
 },
 "identities.payeeNames.list": {
  "status": "200",
  "body": {
   "object": "list",
   "url": "/v1/identities/idn_01m7xjxa000000000000000001/payee_names",
   "has_more": false,
   "data": [
    {
     "object": "payee_name",
     "id": "pnm_01m7xjxa000000000000000002",
     "livemode": false,
     "identity": "idn_01m7xjxa000000000000000001",
     "kind": "legal",
     "masked": "R••• M•••",
     "basis": "declared",
     "created": 1790000000,
     "updated": 1790000000
    },
    {
     "object": "payee_name",
     "id": "pnm_01m7xjxa000000000000000003",
     "livemode": false,
     "identity": "idn_01m7xjxa000000000000000001",
     "kind": "legal",
     "masked": "J••• S•••",
     "basis": "declared",
     "created": 1790000000,
     "updated": 1790000000
    }
   ]
  }
 },
 "identities.retrieve": {
  "status": "200",
  "body": {
   "object": "identity",
   "id": "idn_01m7xjxa000000000000000001",
   "livemode": false,
   "type": "user",
   "status": "active",
   "display_name": null,
   "default_privacy_level": "unlisted",
   "primary_alias": null,
   "payee_checks": "on",
   "close_match": "on",
   "external_reference": null,
   "metadata": {},
   "erasing": false,
   "erased_at": null,
   "created": 1790000000,
   "updated": 1790000000
  }
 },
 "identities.search": {
  "status": "200",
  "body": {
   "object": "list",
   "url": "/v1/identities/search",
   "has_more": false,
   "data": [
    {
     "object": "identity",
     "id": "idn_01m7xjxa000000000000000001",
     "livemode": false,
     "type": "user",
     "status": "active",
     "display_name": "Bob",
     "default_privacy_level": "public",
     "primary_alias": null,
     "payee_checks": "on",
     "close_match": "on",
     "external_reference": null,
     "metadata": {},
     "erasing": false,
     "erased_at": null,
     "created": 1790000000,
     "updated": 1790000000
    }
   ]
  }
 },
 "identities.update": {
  "status": "200",
  "body": {
   "object": "identity",
   "id": "idn_01m7xjxa000000000000000001",
   "livemode": false,
   "type": "user",
   "status": "active",
   "display_name": "Bob Miller",
   "default_privacy_level": "unlisted",
   "primary_alias": null,
   "payee_checks": "on",
   "close_match": "on",
   "external_reference": null,
   "metadata": {},
   "erasing": false,
   "erased_at": null,
   "created": 1790000000,
   "updated": 1790000000
  }
 },
 "limits": {
  "status": "200",
  "body": {
   "object": "limits",
   "livemode": false,
   "data": []
  }
 },
 "me": {
  "status": "200",
  "body": {
   "object": "consumer",
   "id": "apc_01m7xjxa000000000000000001",
   "name": "owner",
   "livemode": false,
   "scopes": [
    "*"
   ],
   "key": "key_01m7xjxa000000000000000002"
  }
 },
 "payeeChecks": {
  "status": "200",
  "body": {
   "object": "payee_check",
   "verdict": "match",
   "basis": "declared",
   "livemode": false,
   "request_id": "req_01m7xjxa000000000000000001"
  }
 },
 "payeeChecksBulk": {
  "status": "200",
  "body": {
   "results": [
    {
     "object": "payee_check",
     "verdict": "match",
     "basis": "declared"
    }
   ],
   "livemode": false,
   "request_id": "req_01m7xjxa000000000000000001"
  }
 },
 "payeeNames.delete": {
  "status": "200",
  "body": {
   "id": "pnm_01m7xjxa000000000000000001",
   "object": "payee_name",
   "livemode": false,
   "deleted": true
  }
 },
 "releases.create": {
  "status": "201",
  "body": {
   "object": "release",
   "id": "rel_01m7xjxa000000000000000001",
   "livemode": false,
   "status": "ready",
   "endpoint": "end_01m7xjxa000000000000000002",
   "sealing_key": "slk_01m7xjxa000000000000000003",
   "jwe": "eyJhbGciOiJFQ0RILUVTK0EyNTZLVyIsImVuYyI6IkEyNTZHQ00iLCJraWQi…",
   "expires_at": 1790000000,
   "created": 1790000000,
   "request_id": "req_01m7xjxa000000000000000004"
  }
 },
 "releases.retrieve": {
  "status": "200",
  "body": {
   "object": "release",
   "id": "rel_01m7xjxa000000000000000001",
   "livemode": false,
   "status": "ready",
   "endpoint": "end_01m7xjxa000000000000000002",
   "sealing_key": "slk_01m7xjxa000000000000000003",
   "jwe": "eyJhbGciOiJFQ0RILUVTK0EyNTZLVyIsImVuYyI6IkEyNTZHQ00iLCJraWQi…",
   "expires_at": 1790000000,
   "created": 1790000000,
   "request_id": "req_01m7xjxa000000000000000004"
  }
 },
 "resolve": {
  "status": "200",
  "body": {
   "identity": "idn_01m7xjxa000000000000000001",
   "type": "user",
   "matched_alias": {
    "type": "username",
    "value": "bob"
   },
   "endpoints": [
    {
     "id": "end_01m7xjxa000000000000000002",
     "type": "crypto_wallet",
     "capabilities": [],
     "address": "0x5290…9EE7"
    }
   ],
   "disclosure": {
    "consumer": "apc_01m7xjxa000000000000000003",
    "total_endpoints": 2,
    "disclosed": 1
   },
   "livemode": false,
   "request_id": "req_01m7xjxa000000000000000004"
  }
 },
 "resolveBulk": {
  "status": "200",
  "body": {
   "results": [
    {
     "alias": "@bob",
     "status": "resolved",
     "identity": "idn_01m7xjxa000000000000000001",
     "type": "user",
     "matched_alias": {
      "type": "username",
      "value": "bob"
     },
     "endpoints": [
      {
       "id": "end_01m7xjxa000000000000000002",
       "type": "crypto_wallet",
       "capabilities": [],
       "address": "0x5290…9EE7"
      }
     ],
     "disclosure": {
      "consumer": "apc_01m7xjxa000000000000000003",
      "total_endpoints": 2,
      "disclosed": 1
     }
    },
    {
     "alias": "nobody@example.com",
     "status": "error",
     "error": {
      "type": "not_found_error",
      "code": "alias_not_found"
     }
    }
   ],
   "livemode": false,
   "request_id": "req_01m7xjxa000000000000000004"
  }
 },
 "sealingKeys.create": {
  "status": "201",
  "body": {
   "object": "sealing_key",
   "id": "slk_01m7xjxa000000000000000001",
   "livemode": false,
   "jwk": {
    "kty": "OKP",
    "crv": "X25519",
    "x": "3p7bfXt9wbTTW2HC7OQ1Nz-DQ8hbeGdNrfx-FG-IK08"
   },
   "status": "waiting",
   "usable_at": 1790086400,
   "created": 1790000000,
   "updated": 1790000000
  }
 },
 "sealingKeys.delete": {
  "status": "200",
  "body": {
   "id": "slk_01m7xjxa000000000000000001",
   "object": "sealing_key",
   "livemode": false,
   "deleted": true
  }
 },
 "sealingKeys.list": {
  "status": "200",
  "body": {
   "object": "list",
   "url": "/v1/sealing_keys",
   "has_more": false,
   "data": [
    {
     "object": "sealing_key",
     "id": "slk_01m7xjxa000000000000000001",
     "livemode": false,
     "jwk": {
      "kty": "OKP",
      "crv": "X25519",
      "x": "3p7bfXt9wbTTW2HC7OQ1Nz-DQ8hbeGdNrfx-FG-IK08"
     },
     "status": "waiting",
     "usable_at": 1790086400,
     "created": 1790000000,
     "updated": 1790000000
    },
    {
     "object": "sealing_key",
     "id": "slk_01m7xjxa000000000000000002",
     "livemode": false,
     "jwk": {
      "kty": "OKP",
      "crv": "X25519",
      "x": "TeiZxJNCOVDVwOSw2Z-SJcmmmfmpRifG7tagYt8PAnA"
     },
     "status": "usable",
     "usable_at": 1790000000,
     "created": 1790000000,
     "updated": 1790000000
    }
   ]
  }
 },
 "usage": {
  "status": "200",
  "body": {
   "object": "usage",
   "livemode": false,
   "interval": "hour",
   "from": 1789913600,
   "to": 1790000000,
   "data": [
    {
     "start": 1789913600,
     "resolves": 0,
     "misses": 0,
     "consent_pending": 0,
     "deliveries": 0,
     "delivery_errors": 0
    },
    {
     "start": 1789917200,
     "resolves": 0,
     "misses": 0,
     "consent_pending": 0,
     "deliveries": 0,
     "delivery_errors": 0
    },
    {
     "start": 1789920800,
     "resolves": 0,
     "misses": 0,
     "consent_pending": 0,
     "deliveries": 0,
     "delivery_errors": 0
    }
   ]
  }
 },
 "webhooks.create": {
  "status": "201",
  "body": {
   "object": "webhook",
   "id": "whk_01m7xjxa000000000000000001",
   "livemode": false,
   "url": "https://hooks.example.com/hook",
   "description": "Ledger",
   "enabled_events": [
    "alias.*",
    "consent.requested"
   ],
   "status": "enabled",
   "disabled_reason": null,
   "failing_since": null,
   "paused_until": null,
   "created": 1790000000,
   "updated": 1790000000,
   "signing_secret": "whsec_example"
  }
 },
 "webhooks.delete": {
  "status": "200",
  "body": {
   "id": "whk_01m7xjxa000000000000000001",
   "object": "webhook",
   "livemode": false,
   "deleted": true
  }
 },
 "webhooks.deliveries.list": {
  "status": "200",
  "body": {
   "object": "list",
   "url": "/v1/webhooks/whk_01m7xjxa000000000000000001/deliveries",
   "has_more": false,
   "data": [
    {
     "object": "webhook_delivery",
     "id": "whd_01m7xjxa000000000000000002",
     "livemode": false,
     "webhook": "whk_01m7xjxa000000000000000001",
     "event": "evt_01m7xjxa000000000000000003",
     "event_type": "webhook.test",
     "kind": "test",
     "state": "exhausted",
     "attempt_count": 1,
     "pending_reason": null,
     "next_attempt_at": null,
     "paused_until": null,
     "created": 1790000000,
     "updated": 1790000000
    },
    {
     "object": "webhook_delivery",
     "id": "whd_01m7xjxa000000000000000004",
     "livemode": false,
     "webhook": "whk_01m7xjxa000000000000000001",
     "event": "evt_01m7xjxa000000000000000005",
     "event_type": "webhook.test",
     "kind": "test",
     "state": "exhausted",
     "attempt_count": 1,
     "pending_reason": null,
     "next_attempt_at": null,
     "paused_until": null,
     "created": 1790000000,
     "updated": 1790000000
    }
   ]
  }
 },
 "webhooks.deliveries.redeliver": {
  "status": "201",
  "body": {
   "object": "webhook_delivery",
   "id": "whd_01m7xjxa000000000000000001",
   "livemode": false,
   "webhook": "whk_01m7xjxa000000000000000002",
   "event": "evt_01m7xjxa000000000000000003",
   "event_type": "webhook.test",
   "kind": "redelivery",
   "state": "pending",
   "attempt_count": 0,
   "pending_reason": "due",
   "next_attempt_at": 1790000000,
   "paused_until": null,
   "created": 1790000000,
   "updated": 1790000000,
   "attempts": []
  }
 },
 "webhooks.deliveries.retrieve": {
  "status": "200",
  "body": {
   "object": "webhook_delivery",
   "id": "whd_01m7xjxa000000000000000001",
   "livemode": false,
   "webhook": "whk_01m7xjxa000000000000000002",
   "event": "evt_01m7xjxa000000000000000003",
   "event_type": "webhook.test",
   "kind": "test",
   "state": "exhausted",
   "attempt_count": 1,
   "pending_reason": null,
   "next_attempt_at": null,
   "paused_until": null,
   "created": 1790000000,
   "updated": 1790000000,
   "attempts": [
    {
     "n": 1,
     "started": 1790000000,
     "ms": 20,
     "status": null,
     "error": "connection_refused",
     "answer": null
    }
   ]
  }
 },
 "webhooks.list": {
  "status": "200",
  "body": {
   "object": "list",
   "url": "/v1/webhooks",
   "has_more": false,
   "data": [
    {
     "object": "webhook",
     "id": "whk_01m7xjxa000000000000000001",
     "livemode": false,
     "url": "https://hooks.example.com/hook",
     "description": "Ledger",
     "enabled_events": [
      "alias.*",
      "consent.requested"
     ],
     "status": "enabled",
     "disabled_reason": null,
     "failing_since": null,
     "paused_until": null,
     "created": 1790000000,
     "updated": 1790000000
    },
    {
     "object": "webhook",
     "id": "whk_01m7xjxa000000000000000002",
     "livemode": false,
     "url": "https://hooks.example.com/hook",
     "description": null,
     "enabled_events": [
      "webhook.disabled"
     ],
     "status": "enabled",
     "disabled_reason": null,
     "failing_since": null,
     "paused_until": null,
     "created": 1790000000,
     "updated": 1790000000
    }
   ]
  }
 },
 "webhooks.recover": {
  "status": "202",
  "body": {
   "object": "webhook_recovery",
   "webhook": "whk_01m7xjxa000000000000000001",
   "livemode": false,
   "since": 1789996400
  }
 },
 "webhooks.retrieve": {
  "status": "200",
  "body": {
   "object": "webhook",
   "id": "whk_01m7xjxa000000000000000001",
   "livemode": false,
   "url": "https://hooks.example.com/hook",
   "description": null,
   "enabled_events": [
    "webhook.disabled"
   ],
   "status": "enabled",
   "disabled_reason": null,
   "failing_since": null,
   "paused_until": null,
   "created": 1790000000,
   "updated": 1790000000
  }
 },
 "webhooks.rotateSecret": {
  "status": "200",
  "body": {
   "object": "webhook",
   "id": "whk_01m7xjxa000000000000000001",
   "livemode": false,
   "url": "https://hooks.example.com/hook",
   "description": null,
   "enabled_events": [
    "webhook.disabled"
   ],
   "status": "enabled",
   "disabled_reason": null,
   "failing_since": null,
   "paused_until": null,
   "created": 1790000000,
   "updated": 1790000000,
   "signing_secret": "whsec_example"
  }
 },
 "webhooks.test": {
  "status": "200",
  "body": {
   "object": "webhook_delivery",
   "id": "whd_01m7xjxa000000000000000001",
   "livemode": false,
   "webhook": "whk_01m7xjxa000000000000000002",
   "event": "evt_01m7xjxa000000000000000003",
   "event_type": "webhook.test",
   "kind": "test",
   "state": "exhausted",
   "attempt_count": 1,
   "pending_reason": null,
   "next_attempt_at": null,
   "paused_until": null,
   "created": 1790000000,
   "updated": 1790000000,
   "attempts": [
    {
     "n": 1,
     "started": 1790000000,
     "ms": 1,
     "status": null,
     "error": "connection_refused",
     "answer": null
    }
   ]
  }
 },
 "webhooks.update": {
  "status": "200",
  "body": {
   "object": "webhook",
   "id": "whk_01m7xjxa000000000000000001",
   "livemode": false,
   "url": "https://hooks.example.com/hook",
   "description": "Ledger, second try",
   "enabled_events": [
    "webhook.disabled"
   ],
   "status": "enabled",
   "disabled_reason": null,
   "failing_since": null,
   "paused_until": null,
   "created": 1790000000,
   "updated": 1790000000
  }
 }
}
