pm.collectionVariables.set('since', Math.floor(Date.now() / 1000) - 3600)
