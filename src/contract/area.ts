import type { Endpoint } from './endpoint'
import type { Resource } from './resource'
import type { PageName } from './menu'
import type { StateMachine } from './state-machine'

/** The contract of one area, shared by server and client. */
export interface AreaContract {
  readonly name: string
  /**
   * Another area, under which the API documents list the endpoints of this one. It keeps the documents stable when an
   * area is split.
   */
  readonly documentationArea?: string
  readonly resources: readonly Resource[]
  /** Endpoints other than the operations of the resources. */
  readonly endpoints: readonly Endpoint[]
  /** Pages that this area implements; the menu shows them. */
  readonly pages: readonly PageName[]
  /** State machines of the area, for the documentation. */
  readonly lifecycles?: readonly StateMachine[]
}
/** Declares an area. */
export const defineArea = (area: Omit<AreaContract, 'pages'> & Partial<Pick<AreaContract, 'pages'>>): AreaContract => ({
  pages: [],
  ...area,
})
/** Returns all endpoints of an area: the operations of its resources and its other endpoints. */
export const getAreaEndpoints = (area: AreaContract): Endpoint[] => [
  ...area.resources.flatMap((resource) => Object.values(resource.endpoints) as Endpoint[]),
  ...area.endpoints,
]
/** Returns the name of an area in the API documents. */
export const getDocumentationAreaName = ({ name, documentationArea }: AreaContract): string => documentationArea ?? name
