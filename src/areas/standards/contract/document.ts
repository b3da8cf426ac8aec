/**
 * A versioned document with approval. One row is one version of a code. A draft goes to its approvers, and the last
 * agreement puts the draft in force. A new version starts as a copy of the version in force. This file and
 * `approval-endpoints.ts` define all endpoints; a kind of document adds only its fields. `server/document.ts` handles
 * the endpoints, and `client/DocumentPage.tsx` is the page.
 */
import { fileOutput, defineEndpoint, XLSX_MIME, type Endpoint, type ApiRoute } from '@/contract/endpoint'
import { integer, note, reference, text, type Fields } from '@/contract/field'
import type { FieldsRow } from '@/contract/field-values'
import type { PageName } from '@/contract/menu'
import {
  defineResource,
  resourceOutput,
  type AnyRow,
  type Resource,
  type Row,
  type OperationRoutes,
} from '@/contract/resource'
import { approvalFields, standardsArea } from './approval'
import { defineApprovalEndpoints, type ApprovalRoutes } from './approval-endpoints'

/** Fields that every document has in addition to its content. */
const documentFields = {
  code: text({ required: true, max: 40, format: 'code' }),
  ...approvalFields,
  note: note(),
} as const
/** A version of any document. */
export type DocumentRow = Row<Resource<string, typeof documentFields, OperationRoutes>>

/** Documents of one resource that are edited on one page. Most resources have one kind, process standards two. */
export interface DocumentKind {
  readonly page: PageName
  /** Editable fields, in the order of the form. */
  readonly contentFields: Fields
  /** Field values that distinguish this kind from the others of the resource. */
  readonly fixedValues: AnyRow
  readonly add: Endpoint<object, DocumentRow>
  readonly edit: Endpoint<{ id: string; version: number }, DocumentRow>
  readonly remove: Endpoint<{ id: string; version?: number | null }, null>
  /** Exports one version as an Excel file: its fields, lists and approvers. */
  readonly excel: Endpoint<{ id: string }, Blob>
}
export interface VersionedDocument {
  readonly resource: Resource<string, Fields, { list: ApiRoute }>
  readonly kinds: readonly [DocumentKind, ...DocumentKind[]]
  readonly approvalEndpoints: ReturnType<typeof defineApprovalEndpoints<string, typeof documentFields, OperationRoutes>>
  /** Reference field to the product or material that the document is about. */
  readonly subjectField: string
  /** Fields that later versions cannot change, because the code of the document identifies them. */
  readonly immutableFields: readonly string[]
}
/** Returns the kind of a version. */
export const getDocumentKind = ({ kinds }: Pick<VersionedDocument, 'kinds'>, row: AnyRow): DocumentKind =>
  kinds.find(({ fixedValues }) => Object.entries(fixedValues).every(([name, value]) => row[name] === value)) ?? kinds[0]

interface DocumentKindOptions<C extends Fields> {
  page: PageName
  contentFields: C
  fixedValues: AnyRow
  /** Name and route of each endpoint. */
  endpoints: { readonly [verb in 'add' | 'edit' | 'remove' | 'excel']: readonly [name: string, route: ApiRoute] }
}
/** Defines one of several kinds of document in a resource, with its own endpoints. */
export function defineDocumentKind<
  N extends string,
  F extends Fields,
  O extends OperationRoutes,
  const C extends Fields,
>(resource: Resource<N, F, O>, { page, contentFields, fixedValues, endpoints }: DocumentKindOptions<C>) {
  const output = resourceOutput(resource)
  const id = reference(resource.name, { required: true })
  const getEndpointOptions = (verb: keyof typeof endpoints, suffix: string) => ({
    area: standardsArea,
    routes: endpoints[verb][1],
    access: `${page}${suffix}`,
  })
  return {
    page,
    contentFields,
    fixedValues,
    add: defineEndpoint(endpoints.add[0], {
      ...getEndpointOptions('add', 'Add'),
      effect: 'write',
      input: { id: reference(resource.name), ...contentFields },
      output,
    }),
    /** Edits a draft. A rejected draft stays rejected until it is submitted again. */
    edit: defineEndpoint(endpoints.edit[0], {
      ...getEndpointOptions('edit', 'Edit'),
      effect: 'write',
      partial: true,
      input: { id, version: integer({ required: true, min: 1 }), ...contentFields },
      output,
    }),
    remove: defineEndpoint(endpoints.remove[0], {
      ...getEndpointOptions('remove', 'Delete'),
      effect: 'write',
      input: { id, version: integer({ min: 1 }) },
    }),
    excel: defineEndpoint(endpoints.excel[0], {
      ...getEndpointOptions('excel', 'Download'),
      effect: 'read',
      input: { id },
      output: fileOutput(XLSX_MIME),
    }),
  }
}

interface DocumentOptions<C extends Fields> {
  page: PageName
  /** Editable fields besides code and note. */
  contentFields: C
  /** Reference field to the product or material that the document is about. */
  subjectField: keyof C & string
  /** Fields that later versions cannot change, besides code and subject. */
  immutableFields?: readonly (keyof C & string)[]
  /** Computes derived fields from the content. */
  deriveFields?: (row: FieldsRow<C>) => Partial<FieldsRow<C>>
  filters?: readonly (keyof C & string)[]
  search?: readonly (keyof C & string)[]
  /** Text fields with an English counterpart, and the name of that field. */
  englishFields?: { readonly [K in keyof C & string]?: keyof C & string }
  /** Permissions of other pages that may read the documents. */
  readPermissions?: readonly string[]
  routes: ApprovalRoutes & { list: ApiRoute; create: ApiRoute; update: ApiRoute; remove: ApiRoute; excel: ApiRoute }
}
/** Defines a document with its own resource and page. */
export function defineVersionedDocument<const N extends string, const C extends Fields>(
  name: N,
  options: DocumentOptions<C>,
) {
  const { page, contentFields, routes, deriveFields } = options
  const viewPermissions = [`${page}View`, ...(options.readPermissions ?? [])]
  const { code, note: remark, ...otherFields } = documentFields
  const fields = { code, ...contentFields, note: remark, ...otherFields }
  const resource = defineResource(name, {
    area: standardsArea,
    fields,
    title: ['code', 'revision'],
    ...(options.englishFields ? { englishFields: options.englishFields } : {}),
    unique: [['code', 'revision']],
    filters: [
      'state',
      'newest',
      'code',
      'waitingFor',
      'authors',
      'submittedBy',
      options.subjectField,
      ...(options.filters ?? []),
    ],
    search: ['code', 'note', ...(options.search ?? [])],
    sort: 'code',
    ...(deriveFields ? { deriveFields: (row: object) => deriveFields(row as FieldsRow<C>) as object } : {}),
    routes: { list: routes.list, create: routes.create, update: routes.update, remove: routes.remove },
    permissions: { view: viewPermissions, add: `${page}Add`, edit: `${page}Edit`, delete: `${page}Delete` },
  })
  const excel = defineEndpoint(`${name}.excel`, {
    area: standardsArea,
    routes: routes.excel,
    access: `${page}Download`,
    effect: 'read',
    input: { id: reference(name, { required: true }) },
    output: fileOutput(XLSX_MIME),
  })
  const approvalEndpoints = defineApprovalEndpoints(resource, [page], { view: viewPermissions, routes })
  const { create: add, update: edit, remove } = resource.endpoints
  return {
    resource,
    approvalEndpoints,
    kinds: [
      {
        page,
        contentFields: { code, ...contentFields, note: remark },
        fixedValues: {},
        add,
        edit,
        remove,
        excel,
      },
    ] as const,
    subjectField: options.subjectField,
    immutableFields: ['code', options.subjectField, ...(options.immutableFields ?? [])],
    /** The endpoints that are not operations of the resource. */
    customEndpoints: [...Object.values(approvalEndpoints), excel],
  }
}
