pm.test('409, after the approval', () => pm.response.to.have.status(409))
