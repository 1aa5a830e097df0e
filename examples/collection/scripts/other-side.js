// The claim is the caller's own: only the holder of the alias answers it.
pm.test('404, from the wrong side', () => pm.response.to.have.status(404))
