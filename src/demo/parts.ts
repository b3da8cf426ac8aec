import { sparePart } from '@/areas/maintenance/contract/spare-part'
import { DAY_MS } from '@/plant/rules/plant-time'
import { companyName, dealerOf, makerNamed, suppliedBy } from './company-names'
import type { Draft } from './draft'
import type { Era } from './era'
import type { Machine } from './machines'
import { partFamilies } from './part-catalogue'
import type { PartFamily, PartTag } from './part-catalogue/part-family'
import { translateSize } from './part-catalogue/translate-size'
import { rounded, type Dice } from './random'
import { both, type Said } from './said'

export interface Part {
  readonly id: string
  readonly family: PartFamily
  readonly size: string
  readonly minimum: number
  readonly orderUpTo: number
  readonly price: number
  readonly row: Draft<typeof sparePart>
}
/** Spare parts of a place, with a lookup by machine. */
export interface Store {
  readonly parts: readonly Part[]
  /** Lists the parts with a tag that fit a machine; always the same few for machines of a kind. */
  fitting(machine: Machine, tag: PartTag): readonly Part[]
}

const FITTING = 3
/** Suppliers that sell parts of all makers. */
const merchants = ['苏润工业品', '海通机电', '恒顺备件'].map(companyName)
/** True if the family is counted in m, L or kg; such parts are stocked and used in larger quantities. */
export const isBulk = ({ unit }: PartFamily): boolean => unit === 'm' || unit === 'L' || unit === 'kg'

/** Builds the spare parts of a place and links them to the machines that use them. */
export function buildStore(dice: Dice, era: Era, machines: readonly Machine[], place: number): Store {
  const drafts = partFamilies.flatMap((family) =>
    family.sizes.map((size, i) => partOf(dice, era, family, size, i, place)),
  )
  const byTag = new Map<PartTag, Part[]>()
  for (const part of drafts) byTag.set(part.family.tag, [...(byTag.get(part.family.tag) ?? []), part])
  const fitting = (machine: Machine, tag: PartTag): Part[] => {
    const all = byTag.get(tag) ?? []
    const first =
      [...(machine.kind.stem + machine.kind.group)].reduce(
        (sum, letter) => sum * 31 + (letter.codePointAt(0) ?? 0),
        7,
      ) % Math.max(1, all.length)
    return Array.from({ length: Math.min(FITTING, all.length) }, (_, i) => all[(first + i * 5) % all.length]).filter(
      (part) => part !== undefined,
    )
  }
  const users = new Map<string, Set<string>>()
  for (const machine of machines)
    for (const { part } of [...machine.group.faults, ...machine.group.care]) {
      for (const { id } of part ? fitting(machine, part) : [])
        users.set(id, (users.get(id) ?? new Set()).add(machine.id))
    }
  const parts = drafts.map((part) => ({
    ...part,
    row: { ...part.row, equipmentIds: [...(users.get(part.id) ?? [])].slice(0, 60) },
  }))
  const final = new Map(parts.map((part) => [part.id, part]))
  return { parts, fitting: (machine, tag) => fitting(machine, tag).map((part) => final.get(part.id) ?? part) }
}

/** Builds the name of a part in both languages. */
export const partName = ({ family, size }: Pick<Part, 'family' | 'size'>): Said =>
  both(`${family.name} ${size}`, `${family.nameEn} ${translateSize(size)}`)

function partOf(dice: Dice, era: Era, family: PartFamily, size: string, place: number, site: number): Part {
  const price = rounded(family.price * (1 + place * dice.between(0.18, 0.34)), 2)
  const minimum = isBulk(family)
    ? dice.pick([10, 20, 30, 50])
    : price > 800
      ? dice.int(1, 2)
      : price > 150
        ? dice.int(2, 4)
        : dice.int(4, 15)
  const orderUpTo = minimum * dice.int(2, 4)
  const id = dice.id(era.from - 20 * DAY_MS)
  const maker = dice.pick(family.makers)
  return {
    id,
    family,
    size,
    minimum,
    orderUpTo,
    price,
    row: {
      id,
      code: `${family.stem}${site === 1 ? '' : site}-${String(place + 1).padStart(3, '0')}`,
      name: partName({ family, size }).zh,
      nameEn: partName({ family, size }).en,
      kind: family.kind,
      model: era.say(both(size, translateSize(size))),
      ...makerNamed(maker),
      ...suppliedBy(dice.pick([...merchants, dealerOf(maker)])),
      unit: family.unit,
      location: `${family.kind === 'electrical' ? 'B' : family.kind === 'lubricant' ? 'D' : 'A'}-${String(dice.int(1, 12)).padStart(2, '0')}-${String(dice.int(1, 30)).padStart(2, '0')}`,
      minimum,
      orderUpTo,
      unitPrice: price,
    },
  }
}
