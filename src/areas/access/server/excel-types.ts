/** Imports from Excel by type. The type of a workbook is the resource that it is imported into. */
import { canCall, type Endpoint, type EndpointInput } from '@/contract/endpoint'
import { errno, Refusal, refuse } from '@/contract/errno'
import type { ImportResult, Resource } from '@/contract/resource'
import type { Context } from '@/server/context'
import { buildImportTemplate, type AppContext } from '@/server/crud/operations'
import { buildResourceColumns } from '@/server/excel/resource-columns'
import { uploadLog, excelTemplate, uploadFile, excelTypes } from '../contract/log'
import { handle } from '@/server/area'

type ImportableResource = Resource & { endpoints: { import?: Pick<Endpoint, 'access' | 'name' | 'reauthentication'> } }
const listImportableResources = (ctx: Context): ImportableResource[] =>
  [...(ctx as AppContext).app.resources.values()].filter(
    // Imports that need the password again are offered only on the resource's own page, which asks for the password.
    (resource) =>
      'import' in resource.endpoints && !(resource as ImportableResource).endpoints.import?.reauthentication,
  ) as ImportableResource[]
const canImport = (ctx: Context, resource: ImportableResource): boolean =>
  canCall(resource.endpoints.import!.access, ctx.person)

/** Lists the Excel types that the caller may import, with the columns of their templates. */
export const listExcelTypes = handle(excelTypes, async (ctx) => {
  const { app } = ctx as AppContext
  return Promise.all(
    listImportableResources(ctx)
      .filter((resource) => canImport(ctx, resource))
      .map(async (resource) => ({
        type: resource.name,
        name: ctx.t(`${resource.area}:${resource.name}.name`),
        area: resource.area,
        columns: buildResourceColumns(resource, ctx.t, {
          language: ctx.language,
          customColumns: await app.customColumns(ctx, resource.name),
          person: ctx.person,
        })
          .filter((column) => column.isImportable)
          .map((column) => ({
            header: column.header,
            required: column.isRequired,
            kind: column.customKey ? 'custom' : (resource.fields[column.field]?.kind ?? 'text'),
            unit: column.unit ?? null,
          })),
      })),
  )
})
function requireImportable(ctx: Context, type: string): ImportableResource {
  const resource = listImportableResources(ctx).find((candidate) => candidate.name === type)
  if (!resource) throw refuse('access:refusals.unknownType')
  if (!canImport(ctx, resource)) throw new Refusal(errno.forbidden, 'access:refusals.noImport')
  return resource
}
/** Returns the Excel template of a type. */
export const downloadTemplate = handle(excelTemplate, (ctx, input) =>
  buildImportTemplate(ctx, requireImportable(ctx, input.type)),
)

/**
 * Refuses callers who may not import the type. While the form field `type` has not arrived yet, refuses only callers
 * who may import nothing.
 */
function assertMayUpload(ctx: Context, { type }: Partial<EndpointInput<typeof uploadFile>>): void {
  if (typeof type === 'string') requireImportable(ctx, type)
  else if (!listImportableResources(ctx).some((resource) => canImport(ctx, resource)))
    throw new Refusal(errno.forbidden, 'access:refusals.noImport')
}
/** Imports through the import endpoint of the resource and writes the upload log. */
export const importByType = handle(
  uploadFile,
  async (ctx, input) => {
    const resource = requireImportable(ctx, input.type)
    const importEndpoint = (ctx as AppContext).app.endpoints.get(resource.endpoints.import!.name)!
    const result = (await importEndpoint.run(ctx, {
      file: input.file,
      dryRun: input.dryRun ?? false,
      leaveOut: input.leaveOut ?? false,
    })) as ImportResult
    const uploadedPart = ctx.formParts.get(input.file[0] ?? '')
    await ctx.rows.insert(uploadLog, {
      type: resource.name,
      fileName: uploadedPart?.fileName.slice(0, 200) ?? null,
      at: ctx.now.toISOString(),
      userId: ctx.person?.id ?? null,
      rows: result.rows,
      created: result.created,
      updated: result.updated,
    })
    return result
  },
  { assertAdmitted: assertMayUpload },
)
