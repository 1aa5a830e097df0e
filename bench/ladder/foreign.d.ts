/*
 * The servers that ours is measured beside are installed with the ladder alone. Our side of their rungs is type-checked with all
 * the rest, without them.
 */
declare module 'graphql-yoga'
declare module 'mercurius'
declare module 'postgraphile'
declare module 'postgraphile/adaptors/pg'
declare module 'postgraphile/grafserv/node'
declare module 'postgraphile/presets/amber'
