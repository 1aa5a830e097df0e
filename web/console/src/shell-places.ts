import {
  Activity,
  Flag,
  Gauge,
  Handshake,
  House,
  KeyRound,
  KeySquare,
  ListChecks,
  type LucideIcon,
  ScrollText,
  SendToBack,
  Signpost,
  Users,
  Webhook,
} from 'lucide-react'
import type { Scope } from '../../../src/kernel/scopes.ts'

/** A page of the navigation. `scopes`: any of them opens it; without any, every key does. */
export type Place = { path: string; name: string; icon: LucideIcon; scopes: readonly Scope[]; group: string }

const places: readonly Place[] = [
  { path: '/overview', name: 'Overview', icon: House, scopes: ['identities:read'], group: '' },
  { path: '/identities', name: 'Identities', icon: Users, scopes: ['identities:read'], group: 'Directory' },
  { path: '/consent', name: 'Consent', icon: Handshake, scopes: ['consents:read', 'resolve'], group: 'Directory' },
  { path: '/claims', name: 'Claims', icon: Flag, scopes: ['claims:read'], group: 'Directory' },
  {
    path: '/resolve',
    name: 'Resolve',
    icon: Signpost,
    scopes: ['resolve', 'payee_check', 'destination_check'],
    group: 'Payments',
  },
  { path: '/releases', name: 'Releases', icon: SendToBack, scopes: ['release'], group: 'Payments' },
  { path: '/sealing-keys', name: 'Sealing keys', icon: KeySquare, scopes: ['sealing_keys:read'], group: 'Payments' },
  { path: '/webhooks', name: 'Webhooks', icon: Webhook, scopes: ['webhooks:read'], group: 'Integration' },
  { path: '/events', name: 'Events', icon: Activity, scopes: ['webhooks:read'], group: 'Integration' },
  { path: '/requests', name: 'Requests', icon: ListChecks, scopes: ['requests:read'], group: 'Integration' },
  { path: '/audit', name: 'Audit', icon: ScrollText, scopes: ['audit:read'], group: 'Integration' },
  { path: '/keys', name: 'API keys', icon: KeyRound, scopes: ['keys:write'], group: 'Integration' },
  { path: '/limits', name: 'Quotas', icon: Gauge, scopes: [], group: 'Integration' },
]

const bar: readonly string[] = ['/overview', '/identities', '/consent', '/webhooks']

/** On a phone, the bar has these; the others are behind More. */
export const isInBar = (path: string): boolean => bar.includes(path)

/** The page to begin with: the overview, or what a payer's key is for. */
export const startOf = (open: readonly Place[]): string =>
  ['/overview', '/resolve'].find((path) => open.some((place) => place.path === path)) ?? open[0]!.path

/** The pages that a key opens. */
export const openPlaces = (can: (scope: Scope) => boolean): readonly Place[] =>
  places.filter(({ scopes }) => scopes.length === 0 || scopes.some(can))
