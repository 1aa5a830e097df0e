// Only a closed identity is erased, and the requests behind this one need theirs.
pm.test('409, while the identity is open', () => pm.response.to.have.status(409))
