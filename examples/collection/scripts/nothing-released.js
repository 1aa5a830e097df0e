// The one before was refused: no release is granted.
pm.test('404, for nothing was released', () => pm.response.to.have.status(404))
