/** Products, customers and materials, and the recipes of products. */
import { z } from 'zod'
import { materialKinds } from '@/areas/feeding/rules/feed'
import { treatments, webFamilies } from '@/areas/standards/contract/product'
import customers from '../data/customers.json' with { type: 'json' }
import materials from '../data/materials.json' with { type: 'json' }
import productData from '../data/products.json' with { type: 'json' }
import rejectedLots from '../data/rejected-lots.json' with { type: 'json' }
import { bilingualTextSchema, getKeys, readRecords, readRecordsByKey } from '../read-data'

const { colours } = productData
const productSchema = z
  .strictObject({
    code: z.string(),
    name: z.string(),
    nameEn: z.string(),
    family: z.enum(webFamilies),
    treatment: z.enum(treatments),
    gsm: z.number(),
    colour: z.enum(getKeys(colours)),
  })
  .transform((product) => ({
    ...product,
    colour: colours[product.colour],
    thicknessMm: product.family === 'meltblown' ? 0.06 + product.gsm * 0.007 : 0.05 + product.gsm * 0.0065,
  }))
export type ProductSpec = z.infer<typeof productSchema>
/** Products of the three lines. */
export const productSpecs = readRecords(productData.products, productSchema)

/** Fictitious customers, and the slit widths they buy, mm. */
export const customerSpecs = readRecords(
  customers,
  z.strictObject({ name: z.string(), nameEn: z.string(), widths: z.array(z.number()) }),
)

export type MaterialKey = keyof typeof materials
export const materialKeys = getKeys(materials)
export const materialSpecs = readRecordsByKey(
  materials,
  z.strictObject({
    code: z.string(),
    name: z.string(),
    nameEn: z.string(),
    kind: z.enum(materialKinds),
    supplier: z.string(),
    /** Mass of a lot. */
    lotKg: z.number(),
    /** Shelf life. */
    keepsDays: z.number().nullable(),
    /** Mass of a bag, a drum or a piece. */
    pieceKg: z.number(),
  }),
)
/** Lots that were rejected some days ago. */
export const rejectedLotSpecs = readRecords(
  rejectedLots,
  z.strictObject({ material: z.enum(materialKeys), daysAgo: z.number(), reason: bilingualTextSchema }),
)

/** Returns the recipe of a product: share of each material in the total feed, %. */
export function getProductRecipe({
  family,
  treatment,
  colour,
  gsm,
}: Pick<ProductSpec, 'family' | 'treatment' | 'colour' | 'gsm'>): ReadonlyMap<MaterialKey, number> {
  const shares = new Map<MaterialKey, number>()
  const masterbatch: MaterialKey = colour === colours.blue ? 'blue' : colour === colours.green ? 'green' : 'white'
  if (family === 'meltblown') shares.set('electret', 1.5)
  else shares.set(masterbatch, masterbatch === 'white' ? 0.8 : 2.2)
  if (treatment === 'antistatic') shares.set('antistatic', 1.2)
  if (treatment === 'hydrophilic') shares.set('surfactant', 0.5)
  if (family === 'spunbond' && gsm >= 18) shares.set('pellets', 4)
  // The two meltblown beams of the SMMS line use a separate resin.
  if (family === 'sms') shares.set('resinMelt', 18)
  const resinShare = 100 - [...shares.values()].reduce((sum, share) => sum + share, 0)
  shares.set(family === 'meltblown' ? 'resinMelt' : gsm < 14 ? 'resinSoft' : 'resinSpun', resinShare)
  return shares
}
