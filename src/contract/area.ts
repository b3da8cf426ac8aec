import type { Endpoint } from './endpoint'
import type { Resource } from './resource'
import type { PageName } from './menu'
import type { Machine } from './state-machine'

/** The contract of one area, shared by server and client. */
export interface AreaContract {
  readonly name: string
  readonly resources: readonly Resource[]
  /** Endpoints other than the operations of the resources. */
  readonly endpoints: readonly Endpoint[]
  /** Pages that this area implements; the menu shows them. */
  readonly pages: readonly PageName[]
  /** State machines of the area, for the documentation. */
  readonly machines?: readonly Machine[]
}
/** Declares an area. */
export const defineArea = (area: {
  name: string
  resources: readonly Resource[]
  endpoints: readonly Endpoint[]
  pages?: readonly PageName[]
  machines?: readonly Machine[]
}): AreaContract => ({ pages: [], ...area })
/** Returns all endpoints of an area: the operations of its resources and its other endpoints. */
export const endpointsOfArea = (area: AreaContract): Endpoint[] => [
  ...area.resources.flatMap((r) => Object.values(r.endpoints) as Endpoint[]),
  ...area.endpoints,
]
