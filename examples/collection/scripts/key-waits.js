// A new sealing key waits for a day.
pm.test('409, while the key waits', () => pm.response.to.have.status(409))
