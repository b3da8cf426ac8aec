import type { Endpoint } from './endpoint'
import type { Resource } from './resource'
import type { PageName } from './menu'
import type { Machine } from './state-machine'

/** One area of the plant as both sides know it. */
export interface AreaContract {
  readonly name: string
  readonly resources: readonly Resource[]
  /** Calls that are not one of the plain operations of a resource. */
  readonly endpoints: readonly Endpoint[]
  /** The pages that this area has built: the menu shows them. */
  readonly pages: readonly PageName[]
  /** Life cycles of its things, for the documents. */
  readonly machines?: readonly Machine[]
}
export const defineArea = (area: {
  name: string
  resources: readonly Resource[]
  endpoints: readonly Endpoint[]
  pages?: readonly PageName[]
  machines?: readonly Machine[]
}): AreaContract => ({ pages: [], ...area })
/** Every call of an area: the plain operations of its resources and the calls of its own. */
export const endpointsOfArea = (area: AreaContract): Endpoint[] => [
  ...area.resources.flatMap((r) => Object.values(r.endpoints) as Endpoint[]),
  ...area.endpoints,
]
