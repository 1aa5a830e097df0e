export const starterQuery = `# Who is behind an alias? Ctrl-Enter runs it.
# The demo registry knows @alice and $acme.

query Resolve {
  resolve(input: { alias: "@alice" }) {
    identityId
    type
    matchedAlias {
      type
      value
    }
    endpoints {
      id
      type
      capabilities {
        asset
        network
        rail
      }
      ... on DisclosedCryptoWallet {
        address
      }
      ... on DisclosedBankAccount {
        last4
        token
      }
      ... on DisclosedPaymentPointer {
        url
      }
    }
    disclosure {
      totalEndpoints
      disclosed
    }
  }
}
`
