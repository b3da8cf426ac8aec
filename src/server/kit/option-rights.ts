import { mayCall, type Access, type Endpoint } from '@/contract/endpoint'
import type { Field, Fields } from '@/contract/field'
import type { Resource } from '@/contract/resource'
import type { Application } from '../application'
import type { Person } from '../context'
import { referredBy } from '../crud/refs'

type Known = Pick<Application, 'resources' | 'endpoints'>
interface Rights {
  /** Permissions to choose rows of a resource: for lists that filter by it and forms that refer to it. */
  choosing: Map<string, Access[]>
  /** Permissions of read endpoints under the resource's name. */
  reading: Map<string, Access[]>
  /** Permissions of lists that show its names. */
  showing: Map<string, Access[]>
}

/** Resource of accounts. Machine accounts get people's names only if they may list accounts. */
export const PEOPLE = 'user'

/** True if a person may list a resource and therefore see all fields that its pick-list searches. */
export const mayList = ({ endpoints }: Known, person: Person, resource: string): boolean => {
  const list = endpoints.get(`${resource}.list`)
  return list !== undefined && mayCall(list.endpoint.access, person)
}
/** True if a person may read a resource's rows: by its list or, if it has none, by another read endpoint. */
export const mayRead = (app: Known, person: Person, resource: string): boolean =>
  person.isSup ||
  mayList(app, person, resource) ||
  (!app.endpoints.has(`${resource}.list`) && allows(rightsOf(app).reading, person, resource))
/**
 * True if a person may choose from a resource's names: may list it, filter a list by it, or send a form that refers to
 * it.
 */
export const mayChoose = (app: Known, person: Person, resource: string): boolean =>
  mayList(app, person, resource) ||
  (!(person.machine && resource === PEOPLE) && allows(rightsOf(app).choosing, person, resource))
/** True if a person may look up a row's name by its id, because some list shows them such names. */
export const mayName = (app: Known, person: Person, resource: string): boolean =>
  mayChoose(app, person, resource) ||
  (!(person.machine && resource === PEOPLE) && allows(rightsOf(app).showing, person, resource))

const allows = (rights: Map<string, Access[]>, person: Person, resource: string): boolean =>
  person.isSup || Boolean(rights.get(resource)?.some((access) => mayCall(access, person)))

const known = new WeakMap<object, Rights>()
function rightsOf(app: Known): Rights {
  let rights = known.get(app.endpoints)
  if (!rights) known.set(app.endpoints, (rights = readRights(app)))
  return rights
}
function readRights({ resources, endpoints }: Known): Rights {
  const rights: Rights = { choosing: new Map(), reading: new Map(), showing: new Map() }
  for (const resource of resources.values()) {
    const list: Endpoint | undefined = resource.endpoints.list
    if (!list) continue
    for (const to of filteredBy(resource)) add(rights.choosing, to, list.access)
    for (const to of referredBy(resource.fields)) add(rights.showing, to, list.access)
  }
  for (const { endpoint } of endpoints.values()) {
    // Handlers of endpoints open to everybody restrict access themselves, so these grant no right to names.
    if (endpoint.access === 'signedIn' || endpoint.access === 'public') continue
    for (const to of referencesIn(endpoint.input)) add(rights.choosing, to, endpoint.access)
    if (endpoint.effect === 'read') add(rights.reading, endpoint.name.split('.')[0]!, endpoint.access)
  }
  return rights
}
const filteredBy = (resource: Resource): readonly string[] =>
  resource.filters.flatMap((name) => targets(resource.fields[name]))
const referencesIn = (fields: Fields): readonly string[] => Object.values(fields).flatMap(targets)
const targets = (field: Field | undefined): readonly string[] =>
  field?.kind === 'reference' || field?.kind === 'references'
    ? [field.to]
    : field?.kind === 'list'
      ? referencesIn(field.of)
      : []
function add(into: Map<string, Access[]>, resource: string, access: Access): void {
  const all = into.get(resource)
  if (all) all.push(access)
  else into.set(resource, [access])
}
