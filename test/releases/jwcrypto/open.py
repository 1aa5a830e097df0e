"""Opens a release as a payer would who has jwcrypto: reads JSON on standard input, prints the claims or fails."""

import json
import sys
import time

from jwcrypto import jwe, jwk, jws

given = json.load(sys.stdin)
sealed = jwe.JWE(algs=["ECDH-ES+A256KW", "A256GCM"])
sealed.deserialize(given["jwe"], jwk.JWK(**given["key"]))
signed = jws.JWS()
signed.allowed_algs = ["EdDSA"]
signed.deserialize(sealed.payload.decode())
pinned = [one for one in given["keys"] if one["kid"] == signed.jose_header["kid"]]
signed.verify(jwk.JWK(**pinned[0]), alg="EdDSA")
claims = json.loads(signed.payload)
if claims["exp"] <= given.get("now", time.time()):
    sys.exit("expired")
if claims["aud"] != given["aud"]:
    sys.exit("for somebody else")
print(json.dumps({"header": json.loads(sealed.objects["protected"]), "claims": claims}))
