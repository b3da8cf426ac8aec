import type { InOf } from '@/contract/endpoint'
import { errno, Refusal, refuseInput } from '@/contract/errno'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { addFirstInspection, firstInspection, type firstInspectionImage } from '../contract/inspections'
import type { HandlerEntry } from '@/server/area'
import { FileAnswer, type Context, type Part } from '@/server/context'
import { command } from '@/server/crud/command'
import type { KitContext } from '@/server/crud/operations'
import { cleanName } from '@/server/files/accept'
import { personOf } from '@/plant/server/plant'
import { settleDue } from './inspections'
import { newSheet } from '@/plant/server/sheets'

/** POST /production/first_inspection: releases the order's production when all is right. Photos come with the form, or follow from the phone. */
export const addFirst: HandlerEntry = command(addFirstInspection, async ({ ctx, input, change }) => {
  if (input.jumboRollId) {
    const roll = await ctx.rows.get(jumboRoll, input.jumboRollId)
    if (roll.workOrderId !== input.workOrderId) throw refuseInput([{ path: ['jumboRollId'], code: 'notAllowed' }])
  }
  const sent = (input.image ?? []).flatMap((id) => ctx.parts.get(id) ?? [])
  const row = await newSheet(ctx, firstInspection, change, {
    images: [...sent.map(({ id }) => id), ...(change.images ?? [])].slice(0, 9),
  })
  await settleDue(ctx, 'first', row)
  // Last, so that an inspection that is refused leaves no file.
  for (const part of sent) await keep(ctx, part)
  return row
})
/** Stores a picture of a form under the id by which the row refers to it. */
async function keep(ctx: Context, { id, fileName, picture }: Part): Promise<void> {
  if (!picture) throw new Error('a form with pictures brings judged ones')
  const taken = await picture.store((ctx as KitContext).app.files.store)
  await ctx.query(
    `insert into stored_file (site_id, id, state, sent_sha256, sha256, mime, name, size, received, width, height, thumb_sha256, created_by, created_at, updated_at)
     values ($1, $2, 'stored', $3, $4, $5, $6, $7, $7, $8, $9, $10, $11, $12, $12)
     on conflict (site_id, id) do update set state = 'stored', sent_sha256 = excluded.sent_sha256, sha256 = excluded.sha256, mime = excluded.mime, name = excluded.name,
       size = excluded.size, received = excluded.received, width = excluded.width, height = excluded.height, thumb_sha256 = excluded.thumb_sha256
     where stored_file.state = 'awaited'`,
    [
      ctx.site,
      id,
      picture.sentSha256,
      taken.sha256,
      taken.mime,
      cleanName(fileName),
      taken.size,
      taken.width,
      taken.height,
      taken.thumbSha256,
      personOf(ctx).id,
      ctx.now,
    ],
  )
}

/** GET /production/fi_image: of the newest inspection with a photo unless told. */
export async function readImage(ctx: Context, input: InOf<typeof firstInspectionImage>): Promise<FileAnswer> {
  const [file] = await ctx.query<{ sha256: string; mime: string; name: string }>(
    `select f.sha256, f.mime, f.name from (select images->>$3::int as image, business_date, id from first_inspection where site_id = $1 and ($2::uuid is null or id = $2) and jsonb_array_length(images) > $3::int) i
     join stored_file f on f.site_id = $1 and f.id = i.image::uuid where f.state = 'stored' order by i.business_date desc, i.id desc limit 1`,
    [ctx.site, input.id ?? null, input.index ?? 0],
  )
  if (!file)
    throw new Refusal(errno.notFound, 'contract:errors.notFoundOf', {
      params: { name: ctx.t('quality:firstInspection.fields.images') },
      issues: [{ path: ['id'], code: 'unknownId' }],
    })
  return new FileAnswer(file.name, file.mime, await (ctx as KitContext).app.files.store.read(file.sha256), {
    'X-Content-Type-Options': 'nosniff',
  })
}
