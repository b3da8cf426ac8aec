import { canCall, type Access, type Endpoint } from '@/contract/endpoint'
import type { Field, Fields } from '@/contract/field'
import type { Resource } from '@/contract/resource'
import type { Application } from '../application'
import type { Person } from '../context'
import { getReferencedResources } from '../crud/refs'

type AppRegistry = Pick<Application, 'resources' | 'endpoints'>
interface Rights {
  /** Permissions to choose rows of a resource: for lists that filter by it and forms that refer to it. */
  chooseAccess: Map<string, Access[]>
  /** Permissions of read endpoints under the resource's name. */
  readAccess: Map<string, Access[]>
  /** Permissions of lists that show its names. */
  nameAccess: Map<string, Access[]>
}

/** Resource of accounts. Machine accounts get people's names only if they may list accounts. */
export const USER_RESOURCE = 'user'

/** True if a person may list a resource and therefore see all fields that its pick-list searches. */
export const canListResource = ({ endpoints }: AppRegistry, person: Person, resource: string): boolean => {
  const list = endpoints.get(`${resource}.list`)
  return list !== undefined && canCall(list.endpoint.access, person)
}
/** True if a person may read a resource's rows: by its list or, if it has none, by another read endpoint. */
export const canReadResource = (app: AppRegistry, person: Person, resource: string): boolean =>
  person.isSup ||
  canListResource(app, person, resource) ||
  (!app.endpoints.has(`${resource}.list`) && hasAccess(getRights(app).readAccess, person, resource))
/**
 * True if a person may choose from a resource's names: may list it, filter a list by it, or send a form that refers to
 * it.
 */
export const canChooseResource = (app: AppRegistry, person: Person, resource: string): boolean =>
  canListResource(app, person, resource) ||
  (!(person.machine && resource === USER_RESOURCE) && hasAccess(getRights(app).chooseAccess, person, resource))
/** True if a person may look up a row's name by its id, because some list shows them such names. */
export const canNameResource = (app: AppRegistry, person: Person, resource: string): boolean =>
  canChooseResource(app, person, resource) ||
  (!(person.machine && resource === USER_RESOURCE) && hasAccess(getRights(app).nameAccess, person, resource))

const hasAccess = (rights: Map<string, Access[]>, person: Person, resource: string): boolean =>
  person.isSup || Boolean(rights.get(resource)?.some((access) => canCall(access, person)))

const rightsCache = new WeakMap<object, Rights>()
function getRights(app: AppRegistry): Rights {
  let rights = rightsCache.get(app.endpoints)
  if (!rights) rightsCache.set(app.endpoints, (rights = deriveRights(app)))
  return rights
}
function deriveRights({ resources, endpoints }: AppRegistry): Rights {
  const rights: Rights = { chooseAccess: new Map(), readAccess: new Map(), nameAccess: new Map() }
  for (const resource of resources.values()) {
    const list: Endpoint | undefined = resource.endpoints.list
    if (!list) continue
    for (const to of getFilterTargets(resource)) addAccess(rights.chooseAccess, to, list.access)
    for (const to of getReferencedResources(resource.fields)) addAccess(rights.nameAccess, to, list.access)
  }
  for (const { endpoint } of endpoints.values()) {
    // Handlers of endpoints open to everybody restrict access themselves, so these grant no right to names.
    if (endpoint.access === 'signedIn' || endpoint.access === 'public') continue
    for (const to of getReferenceTargets(endpoint.input)) addAccess(rights.chooseAccess, to, endpoint.access)
    if (endpoint.effect === 'read') addAccess(rights.readAccess, endpoint.name.split('.')[0]!, endpoint.access)
  }
  return rights
}
const getFilterTargets = (resource: Resource): readonly string[] =>
  resource.filters.flatMap((name) => getFieldTargets(resource.fields[name]))
const getReferenceTargets = (fields: Fields): readonly string[] => Object.values(fields).flatMap(getFieldTargets)
const getFieldTargets = (field: Field | undefined): readonly string[] =>
  field?.kind === 'reference' || field?.kind === 'references'
    ? [field.to]
    : field?.kind === 'list'
      ? getReferenceTargets(field.of)
      : []
function addAccess(accessByResource: Map<string, Access[]>, resource: string, access: Access): void {
  const resourceAccess = accessByResource.get(resource)
  if (resourceAccess) resourceAccess.push(access)
  else accessByResource.set(resource, [access])
}
