/** Name and logo of the plant. */
import { refuse } from '@/contract/errno'
import { handle } from '@/server/area'
import { cacheRead } from '@/server/cached-read'
import type { Context } from '@/server/context'
import { findStoredPicture, readThumbnail } from '@/server/files/form-pictures'
import { plantBrand, setPlantBrand, publicPlantBrand } from '../contract/plant-brand'

const LOGO_MIMES: readonly string[] = ['image/png', 'image/jpeg', 'image/webp']
const MAX_LOGO_MB = 2

/** The name and logo of the plant; `logo` is a data URL. All are null until they are set. */
export interface PublicBrand {
  readonly name: string | null
  readonly nameEn: string | null
  readonly logo: string | null
}
/** Loads the name and logo of the plant. Cached. */
export const loadPlantBrand = cacheRead([plantBrand], async (ctx): Promise<PublicBrand> => {
  const [row] = await ctx.rows.find(plantBrand, { limit: 1 })
  const logoId = row?.logo[0]
  const thumbnail = logoId ? await readThumbnail(ctx, logoId) : null
  return {
    name: row?.name ?? null,
    nameEn: row?.nameEn ?? null,
    logo: thumbnail && `data:${thumbnail.mime};base64,${thumbnail.bytes.toString('base64')}`,
  }
})
/** Answers name and logo to anybody (GET /plant/brand). */
export const showPlantBrand = handle(publicPlantBrand, async (ctx) => ({ ...(await loadPlantBrand(ctx)) }))

/**
 * Stores name and logo (PUT /plant/brand).
 * @throws errno.message if the logo is too large, not a picture or not uploaded yet
 */
export const storePlantBrand = handle(setPlantBrand, async (ctx, { version, ...input }) => {
  const values = { name: input.name, nameEn: input.nameEn ?? null, logo: input.logo ?? [] }
  const [existingRow] = await ctx.rows.find(plantBrand, { limit: 1, lock: true })
  const [logoId] = values.logo
  if (logoId && logoId !== existingRow?.logo[0]) await assertUsableLogo(ctx, logoId)
  return existingRow
    ? ctx.rows.update(plantBrand, existingRow.id, values, { version: version ?? null })
    : ctx.rows.insert(plantBrand, values)
})
async function assertUsableLogo(ctx: Context, id: string): Promise<void> {
  const picture = await findStoredPicture(ctx, id)
  if (!picture) throw refuse('plant:refusals.logoMissing')
  if (!LOGO_MIMES.includes(picture.mime)) throw refuse('plant:refusals.logoKind')
  if (picture.size > MAX_LOGO_MB * 1024 * 1024) throw refuse('plant:refusals.logoTooLarge', { mb: MAX_LOGO_MB })
}
