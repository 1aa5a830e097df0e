// Every run registers an alias of its own: a released one cools down.
const letters = Array.from({ length: 12 }, () => 'abcdefghkmnpqrstuvwxyz'[Math.floor(Math.random() * 22)])
pm.collectionVariables.set('handle', `bob.${letters.join('')}`)
