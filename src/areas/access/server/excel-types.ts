import { mayCall, type Endpoint, type InOf } from '@/contract/endpoint'
import { errno, Refusal, refuse } from '@/contract/errno'
import type { ImportResult, Resource } from '@/contract/resource'
import type { Context } from '@/server/context'
import { buildImportTemplate, type KitContext } from '@/server/crud/operations'
import { buildResourceColumns } from '@/server/excel/resource-columns'
import { uploadLog, type excelTemplate, type uploadFile } from '../contract/log'

type Importable = Resource & { endpoints: { import?: Pick<Endpoint, 'access' | 'name' | 'verified'> } }
const importable = (ctx: Context): Importable[] =>
  [...(ctx as KitContext).app.resources.values()].filter(
    // Imports that need the password again are available on the resource's own page only, which asks for it.
    (r) => 'import' in r.endpoints && !(r as Importable).endpoints.import?.verified,
  ) as Importable[]
const mayImport = (ctx: Context, r: Importable): boolean => mayCall(r.endpoints.import!.access, ctx.person)

/** Lists the Excel types that the caller may import, with the columns of their templates. */
export async function listExcelTypes(ctx: Context) {
  const { app } = ctx as KitContext
  return Promise.all(
    importable(ctx)
      .filter((r) => mayImport(ctx, r))
      .map(async (r) => ({
        type: r.name,
        name: ctx.t(`${r.area}:${r.name}.name`),
        area: r.area,
        columns: buildResourceColumns(r, ctx.t, {
          language: ctx.language,
          custom: await app.customColumns(ctx, r.name),
          person: ctx.person,
        })
          .filter((c) => c.importable)
          .map((c) => ({
            header: c.header,
            required: c.required,
            kind: c.customKey ? 'custom' : (r.fields[c.field]?.kind ?? 'text'),
            unit: c.unit ?? null,
          })),
      })),
  )
}
function typeOf(ctx: Context, type: string): Importable {
  const r = importable(ctx).find((one) => one.name === type)
  if (!r) throw refuse('access:refusals.unknownType')
  if (!mayImport(ctx, r)) throw new Refusal(errno.forbidden, 'access:refusals.noImport')
  return r
}
/** Returns the Excel template of a type. */
export const downloadTemplate = (ctx: Context, input: InOf<typeof excelTemplate>) =>
  buildImportTemplate(ctx, typeOf(ctx, input.type))

/** Refuses callers who may not import the type; while the type is unknown, those who may import none. */
export function admitUpload(ctx: Context, { type }: Partial<InOf<typeof uploadFile>>): void {
  if (typeof type === 'string') typeOf(ctx, type)
  else if (!importable(ctx).some((r) => mayImport(ctx, r)))
    throw new Refusal(errno.forbidden, 'access:refusals.noImport')
}
/** Imports through the import endpoint of the resource and writes the upload log. */
export async function importByType(ctx: Context, input: InOf<typeof uploadFile>): Promise<ImportResult> {
  const r = typeOf(ctx, input.type)
  const { run } = (ctx as KitContext).app.endpoints.get(r.endpoints.import!.name)!
  const result = (await run(ctx, {
    file: input.file,
    dryRun: input.dryRun ?? false,
    leaveOut: input.leaveOut ?? false,
  })) as ImportResult
  const part = ctx.parts.get(input.file[0] ?? '')
  await ctx.rows.insert(uploadLog, {
    type: r.name,
    fileName: part?.fileName.slice(0, 200) ?? null,
    at: ctx.now.toISOString(),
    userId: ctx.person?.id ?? null,
    rows: result.rows,
    created: result.created,
    updated: result.updated,
  })
  return result
}
