import { mayCall, type Access, type Endpoint } from '@/contract/endpoint'
import type { Field, Fields } from '@/contract/field'
import type { Resource } from '@/contract/resource'
import type { Application } from '../application'
import type { Person } from '../context'
import { referredBy } from '../crud/refs'

type Known = Pick<Application, 'resources' | 'endpoints'>
interface Rights {
  /** Calls by which rows of a resource are chosen: lists that filter by it, forms that name it. */
  choosing: Map<string, Access[]>
  /** Calls of its name that read. */
  reading: Map<string, Access[]>
  /** Lists that show names of it. */
  showing: Map<string, Access[]>
}

/** Names of people are for people: a machine is told them only if it may list accounts. */
export const PEOPLE = 'user'

/** Who may list a resource sees all that its option list searches. */
export const mayList = ({ endpoints }: Known, person: Person, resource: string): boolean => {
  const list = endpoints.get(`${resource}.list`)
  return list !== undefined && mayCall(list.endpoint.access, person)
}
/** Who may read the values of its rows: who may list them or, where there is no list, call what answers them. */
export const mayRead = (app: Known, person: Person, resource: string): boolean =>
  person.isSup ||
  mayList(app, person, resource) ||
  (!app.endpoints.has(`${resource}.list`) && allows(rightsOf(app).reading, person, resource))
/** Who may list it, filter a list by it, or enter it in a form that they may send, chooses from its names. */
export const mayChoose = (app: Known, person: Person, resource: string): boolean =>
  mayList(app, person, resource) ||
  (!(person.machine && resource === PEOPLE) && allows(rightsOf(app).choosing, person, resource))
/** Who is shown its names in some list may ask for the name of a row that is known by its id. */
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
    // What everybody may call is narrowed by its handler: it says nothing of what they may know.
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
