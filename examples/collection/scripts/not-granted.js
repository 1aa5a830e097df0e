// The owner of the endpoint releases its address to nobody yet.
pm.test('404, while no release is granted', () => pm.response.to.have.status(404))
