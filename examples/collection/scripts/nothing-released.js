// The one before was refused: its key still waits.
pm.test('404, for nothing was released', () => pm.response.to.have.status(404))
