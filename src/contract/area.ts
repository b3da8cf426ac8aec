import type { Endpoint } from './endpoint'
import type { Resource } from './resource'

/** One area of the plant as both sides know it. */
export interface AreaContract {
  readonly name: string
  readonly resources: readonly Resource[]
  /** Calls that are not one of the plain operations of a resource. */
  readonly endpoints: readonly Endpoint[]
}
export const defineArea = (area: { name: string; resources: readonly unknown[]; endpoints: readonly unknown[] }): AreaContract => area as AreaContract
/** Every call of an area: the plain operations of its resources and the calls of its own. */
export const endpointsOfArea = (area: AreaContract): Endpoint[] => [
  ...area.resources.flatMap((r) => Object.values(r.endpoints) as Endpoint[]), ...area.endpoints,
]
