import { unsetOfIdentity } from '../support/registry.ts'
import type { Json } from '../support/server.ts'

/*
 * The registry as a few arrays: a second implementation of the product rules, which shares no code with the service.
 * Times are marks (`set` or null), ids are what the service answered when it made the record.
 */

export type Caller = { consumer: string; livemode: boolean }
export type Answer = { status: number; code?: string; body?: Json }

export type Spelling = {
  typed: string
  type: string
  value: string
  skeleton: string
  /** Error code of normalization; on create only when `onCreate`. */
  refused?: string
  onCreate?: true
}

type Identity = {
  id: string
  owner: string
  livemode: boolean
  type: string
  status: string
  name: string | null
  level: string
  primary: string | null
}
type Alias = {
  id: string
  identity: Identity
  type: string
  value: string
  skeleton: string
  level: string
  status: 'registered' | 'released'
  verified: boolean
}
type Endpoint = {
  id: string
  identity: Identity
  type: string
  level: string
  priority: number
  status: string
  shows: Json
  preview: string
}
type Grant = {
  id: string
  identity: Identity
  grantee: string
  all: boolean
  aliases: string[]
  endpoints: string[]
  status: string
  expires: boolean
  ranOut: boolean
}

export type Covers = { all?: true; aliases?: string[]; endpoints?: string[] }
export type EndpointKind = { type: string; address: string; shows: Json; preview: string; isValid: boolean }

const refuse = (status: number, code: string): Answer => ({ status, code })
const missing = refuse(404, 'resource_missing')

export class NaiveRegistry {
  readonly identities: Identity[] = []
  readonly aliases: Alias[] = []
  readonly endpoints: Endpoint[] = []
  readonly grants: Grant[] = []
  /** Names that cool down, and who released each. */
  private cooling = new Map<string, string>()

  owns(caller: Caller, identity: Identity): boolean {
    return identity.owner === caller.consumer && identity.livemode === caller.livemode
  }

  private identityOf(caller: Caller, id: string): Identity | undefined {
    return this.identities.find((one) => one.id === id && this.owns(caller, one))
  }
  private aliasOf(caller: Caller, id: string): Alias | undefined {
    return this.aliases.find((one) => one.id === id && this.owns(caller, one.identity))
  }
  private endpointOf(caller: Caller, id: string): Endpoint | undefined {
    return this.endpoints.find((one) => one.id === id && this.owns(caller, one.identity))
  }

  showIdentity = (one: Identity): Json => ({
    object: 'identity',
    id: one.id,
    livemode: one.livemode,
    type: one.type,
    status: one.status,
    display_name: one.name,
    default_privacy_level: one.level,
    ...unsetOfIdentity,
    primary_alias: one.primary,
  })
  showAlias = (one: Alias): Json => ({
    object: 'alias',
    id: one.id,
    livemode: one.identity.livemode,
    identity: one.identity.id,
    type: one.type,
    value: one.value,
    privacy_level: one.level,
    is_primary: one.identity.primary === one.id,
    status: one.status,
    verification: one.verified ? 'attested' : 'none',
    verified_at: one.verified ? 'set' : null,
    verified_method: one.verified ? 'otp' : null,
    proof_expires_at: null,
    external_reference: null,
    metadata: {},
    ...(one.status === 'released' ? { available_at: 'set' } : {}),
  })
  showEndpoint = (one: Endpoint): Json => ({
    object: 'endpoint',
    id: one.id,
    livemode: one.identity.livemode,
    identity: one.identity.id,
    type: one.type,
    privacy_level: one.level,
    priority: one.priority,
    capabilities: [],
    status: one.status,
    release: 'never',
    verification: 'none',
    verified_method: null,
    address_preview: one.preview,
    warnings: [],
    external_reference: null,
    metadata: {},
  })
  showGrant = (one: Grant, caller: Caller): Json => ({
    object: 'consent_grant',
    id: one.id,
    livemode: one.identity.livemode,
    identity: one.identity.id,
    status: this.owns(caller, one.identity) ? this.statusOf(one) : this.statusForGrantee(one),
    expires_at: one.expires ? 'set' : null,
    release: [],
    ...(this.owns(caller, one.identity)
      ? {
          consumer: one.grantee,
          covers: { all: one.all, aliases: one.aliases, endpoints: one.endpoints },
          purpose: null,
          version: 1,
          revoked_at: one.status === 'revoked' ? 'set' : null,
        }
      : {}),
  })
  private statusOf = (one: Grant): string => (one.status === 'active' && one.ranOut ? 'expired' : one.status)

  /** The grantee knows the end. Before it, a revoke, a suspension and a closure look the same. */
  private statusForGrantee(one: Grant): string {
    if (one.ranOut) return 'expired'
    return one.status === 'active' && one.identity.status === 'active' ? 'active' : 'revoked'
  }

  private page(records: Json[], limit: number): Answer {
    const newest = records.reverse()
    return { status: 200, body: { object: 'list', data: newest.slice(0, limit), has_more: newest.length > limit } }
  }

  createIdentity(caller: Caller, type: string, level: string | undefined, id: string): Answer {
    const made: Identity = {
      id,
      owner: caller.consumer,
      livemode: caller.livemode,
      type,
      status: 'active',
      name: null,
      level: level ?? 'unlisted',
      primary: null,
    }
    this.identities.push(made)
    return { status: 201, body: this.showIdentity(made) }
  }

  readIdentity(caller: Caller, id: string): Answer {
    const found = this.identityOf(caller, id)
    return found ? { status: 200, body: this.showIdentity(found) } : missing
  }

  listIdentities(caller: Caller, limit: number, status: string | undefined): Answer {
    const shown = this.identities.filter(
      (one) => this.owns(caller, one) && (status === undefined || one.status === status),
    )
    return this.page(shown.map(this.showIdentity), limit)
  }

  updateIdentity(caller: Caller, id: string, patch: { status?: string; name?: string; level?: string }): Answer {
    const one = this.identityOf(caller, id)
    if (!one) return missing
    if (patch.status !== undefined && patch.status !== one.status) {
      if (one.status === 'closed') return refuse(409, 'status_transition_invalid')
      if (patch.status === 'closed') this.close(one)
      one.status = patch.status
    }
    one.name = patch.name ?? one.name
    one.level = patch.level ?? one.level
    return { status: 200, body: this.showIdentity(one) }
  }

  private close(identity: Identity): void {
    for (const alias of this.aliases.filter((one) => one.identity === identity)) this.free(alias)
    for (const endpoint of this.endpoints.filter((one) => one.identity === identity)) endpoint.status = 'disabled'
    for (const grant of this.grants.filter((one) => one.identity === identity && this.statusOf(one) === 'active')) {
      grant.status = 'revoked'
    }
  }

  private free(alias: Alias): void {
    if (alias.status === 'released') return
    alias.status = 'released'
    if (alias.identity.primary === alias.id) alias.identity.primary = null
    this.cooling.set(this.nameOf(alias.identity.livemode, alias), alias.identity.owner)
  }

  private nameOf = (livemode: boolean, { type, skeleton }: { type: string; skeleton: string }): string =>
    `${livemode} ${type} ${skeleton}`

  createAlias(
    caller: Caller,
    identity: string,
    spelling: Spelling,
    { level, isPrimary }: { level?: string; isPrimary?: boolean },
    id: string,
  ): Answer {
    if (spelling.refused) return refuse(400, spelling.refused)
    const owner = this.identityOf(caller, identity)
    if (!owner) return missing
    if (owner.status !== 'active') return refuse(409, 'identity_not_active')
    const name = this.nameOf(caller.livemode, spelling)
    const releasedBy = this.cooling.get(name)
    if (releasedBy !== undefined) {
      return refuse(409, releasedBy === caller.consumer ? 'alias_in_cooldown' : 'alias_taken')
    }
    const isTaken = this.aliases.some(
      (one) => one.status === 'registered' && this.nameOf(one.identity.livemode, one) === name,
    )
    if (isTaken) return refuse(409, 'alias_taken')
    const { type, value, skeleton } = spelling
    const made: Alias = {
      id,
      identity: owner,
      type,
      value,
      skeleton,
      level: level ?? owner.level,
      status: 'registered',
      verified: false,
    }
    this.aliases.push(made)
    if (isPrimary) owner.primary = id
    return { status: 201, body: this.showAlias(made) }
  }

  readAlias(caller: Caller, id: string): Answer {
    const found = this.aliasOf(caller, id)
    return found ? { status: 200, body: this.showAlias(found) } : missing
  }

  listAliases(caller: Caller, identity: string, limit: number, status: string | undefined): Answer {
    const owner = this.identityOf(caller, identity)
    if (!owner) return missing
    const shown = this.aliases.filter((one) => one.identity === owner && one.status === (status ?? 'registered'))
    return this.page(shown.map(this.showAlias), limit)
  }

  updateAlias(caller: Caller, id: string, { level, isPrimary }: { level?: string; isPrimary?: boolean }): Answer {
    const one = this.aliasOf(caller, id)
    if (!one) return missing
    if (one.status === 'released') return refuse(409, 'alias_released')
    one.level = level ?? one.level
    if (isPrimary === true) one.identity.primary = one.id
    if (isPrimary === false && one.identity.primary === one.id) one.identity.primary = null
    return { status: 200, body: this.showAlias(one) }
  }

  verifyAlias(caller: Caller, id: string): Answer {
    const one = this.aliasOf(caller, id)
    if (!one) return missing
    if (one.status === 'released') return refuse(409, 'alias_released')
    one.verified = true
    return { status: 200, body: this.showAlias(one) }
  }

  releaseAlias(caller: Caller, id: string): Answer {
    const one = this.aliasOf(caller, id)
    if (!one) return missing
    this.free(one)
    return { status: 200, body: this.showAlias(one) }
  }

  cooldownsEnd(): void {
    this.cooling.clear()
  }

  createEndpoint(
    caller: Caller,
    identity: string,
    { type, shows, preview, isValid }: EndpointKind,
    { level, priority }: { level?: string; priority?: number },
    id: string,
  ): Answer {
    if (!isValid) return refuse(400, 'address_invalid')
    const owner = this.identityOf(caller, identity)
    if (!owner) return missing
    if (owner.status !== 'active') return refuse(409, 'identity_not_active')
    const made: Endpoint = {
      id,
      identity: owner,
      type,
      level: level ?? owner.level,
      priority: priority ?? 0,
      status: 'active',
      shows,
      preview,
    }
    this.endpoints.push(made)
    return { status: 201, body: this.showEndpoint(made) }
  }

  readEndpoint(caller: Caller, id: string): Answer {
    const found = this.endpointOf(caller, id)
    return found ? { status: 200, body: this.showEndpoint(found) } : missing
  }

  listEndpoints(caller: Caller, identity: string, limit: number): Answer {
    const owner = this.identityOf(caller, identity)
    if (!owner) return missing
    return this.page(this.endpoints.filter((one) => one.identity === owner).map(this.showEndpoint), limit)
  }

  updateEndpoint(caller: Caller, id: string, patch: { level?: string; priority?: number; status?: string }): Answer {
    const one = this.endpointOf(caller, id)
    if (!one) return missing
    if (one.identity.status === 'closed') return refuse(409, 'identity_not_active')
    one.level = patch.level ?? one.level
    one.priority = patch.priority ?? one.priority
    one.status = patch.status ?? one.status
    return { status: 200, body: this.showEndpoint(one) }
  }

  removeEndpoint(caller: Caller, id: string): Answer {
    const one = this.endpointOf(caller, id)
    if (!one) return missing
    this.endpoints.splice(this.endpoints.indexOf(one), 1)
    return { status: 200, body: { id, object: 'endpoint', livemode: caller.livemode, deleted: true } }
  }

  grant(caller: Caller, identity: string, grantee: string, covers: Covers, expires: boolean, id: string): Answer {
    const owner = this.identityOf(caller, identity)
    if (!owner) return missing
    const aliases = covers.aliases ?? []
    const endpoints = covers.endpoints ?? []
    const isOwn =
      aliases.every((alias) => this.aliases.some((one) => one.id === alias && one.identity === owner)) &&
      endpoints.every((endpoint) => this.endpoints.some((one) => one.id === endpoint && one.identity === owner))
    if (!isOwn) return missing
    if (owner.status !== 'active') return refuse(409, 'identity_not_active')
    for (const standing of this.grants) {
      const stands = standing.identity === owner && standing.grantee === grantee && standing.status === 'active'
      if (stands && !standing.ranOut) return refuse(409, 'grant_exists')
      if (stands) standing.status = 'expired'
    }
    const made: Grant = {
      id,
      identity: owner,
      grantee,
      all: covers.all === true,
      aliases,
      endpoints,
      status: 'active',
      expires,
      ranOut: false,
    }
    this.grants.push(made)
    return { status: 201, body: this.showGrant(made, caller) }
  }

  readGrant(caller: Caller, id: string): Answer {
    const one = this.grants.find((grant) => grant.id === id && grant.identity.livemode === caller.livemode)
    if (!one || !(this.owns(caller, one.identity) || one.grantee === caller.consumer)) return missing
    return { status: 200, body: this.showGrant(one, caller) }
  }

  revoke(caller: Caller, id: string): Answer {
    const one = this.grants.find((grant) => grant.id === id && this.owns(caller, grant.identity))
    if (!one) return missing
    if (this.statusOf(one) === 'active') one.status = 'revoked'
    return { status: 200, body: this.showGrant(one, caller) }
  }

  grantsRunOut(): void {
    for (const grant of this.grants) grant.ranOut ||= grant.expires
  }

  private find(caller: Caller, spelling: Spelling): Json | null {
    const alias = this.aliases.find(
      (one) =>
        one.status === 'registered' &&
        one.identity.livemode === caller.livemode &&
        one.type === spelling.type &&
        one.value === spelling.value,
    )
    if (alias?.identity.status !== 'active') return null
    const grant = this.grants.find(
      (one) => one.identity === alias.identity && one.grantee === caller.consumer && this.statusOf(one) === 'active',
    )
    const isOpen = (level: string, isCovered: boolean, free: readonly string[]): boolean =>
      free.includes(level) || (['unlisted', 'consent_required'].includes(level) && isCovered)
    const coversAlias = grant !== undefined && (grant.all || grant.aliases.includes(alias.id))
    if (!isOpen(alias.level, coversAlias, ['public', 'unlisted'])) return null
    const all = this.endpoints.filter((one) => one.identity === alias.identity)
    const disclosed = all
      .filter((one) => {
        const isCovered = grant !== undefined && (grant.all || grant.endpoints.includes(one.id))
        return one.status === 'active' && isOpen(one.level, isCovered, ['public'])
      })
      .map((one) => {
        const isCovered = grant !== undefined && (grant.all || grant.endpoints.includes(one.id))
        const token = one.type === 'bank_account' ? { token: isCovered ? 'set' : null } : {}
        return {
          priority: one.priority,
          shown: { id: one.id, type: one.type, capabilities: [], ...one.shows, ...token },
        }
      })
    // A stable sort: among equal priorities the older stays first.
    const endpoints = disclosed.sort((a, b) => b.priority - a.priority).map(({ shown }) => shown)
    return {
      identity: alias.identity.id,
      type: alias.identity.type,
      matched_alias: { type: alias.type, value: alias.value },
      endpoints,
      disclosure: { consumer: caller.consumer, total_endpoints: all.length, disclosed: endpoints.length },
      livemode: caller.livemode,
    }
  }

  resolve(caller: Caller, spelling: Spelling): Answer {
    if (spelling.refused && !spelling.onCreate) return refuse(400, spelling.refused)
    const found = this.find(caller, spelling)
    return found ? { status: 200, body: found } : refuse(404, 'alias_not_found')
  }

  bulk(caller: Caller, spellings: readonly Spelling[]): Answer {
    const results = spellings.map((spelling) => {
      const { status, code, body } = this.resolve(caller, spelling)
      if (status === 200) {
        const { livemode: _, ...shown } = body!
        return { alias: spelling.typed, status: 'resolved', ...shown }
      }
      const type = status === 400 ? 'invalid_request_error' : 'not_found_error'
      return { alias: spelling.typed, status: 'error', error: { type, code } }
    })
    return { status: 200, body: { results, livemode: caller.livemode } }
  }
}
