pm.collectionVariables.set('release', `rel_${'0'.repeat(26)}`)
