import { canCall, type Access, type Endpoint } from '@/contract/endpoint'
import type { Field, Fields } from '@/contract/field'
import type { Resource } from '@/contract/resource'
import type { Application } from '../application'
import type { Person } from '../context'
import { getReferencedResources } from '../crud/refs'

type AppRegistry = Pick<Application, 'resources' | 'endpoints'>
interface Rights {
  /**
   * Permissions that allow searching a resource's names: the permissions of lists that filter by the resource, and of
   * forms that refer to the resource.
   */
  searchAccess: Map<string, Access[]>
  /** Permissions that allow reading a resource: the permissions of all read endpoints named after the resource. */
  readAccess: Map<string, Access[]>
  /** Permissions that allow looking up a resource's names by id: the permissions of lists that show such names. */
  lookUpAccess: Map<string, Access[]>
}

/** Resource of accounts. Machine accounts get people's names only if they may list accounts. */
export const USER_RESOURCE = 'user'

/** True if a person may list a resource and therefore see all fields that its pick-list searches. */
export const canListResource = ({ endpoints }: AppRegistry, person: Person, resource: string): boolean => {
  const listEndpoint = endpoints.get(`${resource}.list`)
  return listEndpoint !== undefined && canCall(listEndpoint.endpoint.access, person)
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
export const canSearchNames = (app: AppRegistry, person: Person, resource: string): boolean =>
  canListResource(app, person, resource) ||
  (!(person.isMachine && resource === USER_RESOURCE) && hasAccess(getRights(app).searchAccess, person, resource))
/** True if a person may look up a row's name by its id, because some list shows them such names. */
export const canLookUpNames = (app: AppRegistry, person: Person, resource: string): boolean =>
  canSearchNames(app, person, resource) ||
  (!(person.isMachine && resource === USER_RESOURCE) && hasAccess(getRights(app).lookUpAccess, person, resource))

const hasAccess = (rights: Map<string, Access[]>, person: Person, resource: string): boolean =>
  person.isSup || Boolean(rights.get(resource)?.some((access) => canCall(access, person)))

const rightsCache = new WeakMap<object, Rights>()
function getRights(app: AppRegistry): Rights {
  let rights = rightsCache.get(app.endpoints)
  if (!rights) rightsCache.set(app.endpoints, (rights = deriveRights(app)))
  return rights
}
function deriveRights({ resources, endpoints }: AppRegistry): Rights {
  const rights: Rights = { searchAccess: new Map(), readAccess: new Map(), lookUpAccess: new Map() }
  for (const resource of resources.values()) {
    const listEndpoint: Endpoint | undefined = resource.endpoints.list
    if (!listEndpoint) continue
    for (const referencedName of getFilteredResources(resource))
      addAccess(rights.searchAccess, referencedName, listEndpoint.access)
    for (const referencedName of getReferencedResources(resource.fields))
      addAccess(rights.lookUpAccess, referencedName, listEndpoint.access)
  }
  for (const { endpoint } of endpoints.values()) {
    // Endpoints open to everybody grant no right to names, because their handlers restrict access themselves.
    if (endpoint.access === 'signedIn' || endpoint.access === 'public') continue
    for (const referencedName of getReferencedByFields(endpoint.input))
      addAccess(rights.searchAccess, referencedName, endpoint.access)
    if (endpoint.effect === 'read') addAccess(rights.readAccess, endpoint.name.split('.')[0]!, endpoint.access)
  }
  return rights
}
const getFilteredResources = (resource: Resource): readonly string[] =>
  resource.filters.flatMap((name) => getReferencedByField(resource.fields[name]))
const getReferencedByFields = (fields: Fields): readonly string[] => Object.values(fields).flatMap(getReferencedByField)
const getReferencedByField = (field: Field | undefined): readonly string[] =>
  field?.kind === 'reference' || field?.kind === 'references'
    ? [field.to]
    : field?.kind === 'list'
      ? getReferencedByFields(field.of)
      : []
function addAccess(accessByResource: Map<string, Access[]>, resource: string, access: Access): void {
  const resourceAccess = accessByResource.get(resource)
  if (resourceAccess) resourceAccess.push(access)
  else accessByResource.set(resource, [access])
}
