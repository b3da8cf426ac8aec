/** Spare parts of a place. */
import { sparePart } from '@/areas/spareParts/contract/spare-part'
import { DAY_MS } from '@/plant/rules/plant-time'
import { toCompanyName, toDealerName, toMakerFields, toSupplierFields } from './company-names'
import type { RowDraft } from './draft'
import type { DemoEra } from './demo-era'
import type { DemoMachine } from './machines'
import { partFamilies, translateSize, type PartFamily, type PartTag } from './part-families'
import { roundDecimals, type Dice } from './random'
import { toBilingualText, type BilingualText } from './bilingual-text'

export interface DemoSparePart {
  readonly id: string
  readonly family: PartFamily
  readonly size: string
  readonly minimum: number
  readonly orderUpTo: number
  /** CNY. */
  readonly price: number
  readonly row: RowDraft<typeof sparePart>
}
/** Spare parts of a place, with a lookup by machine. */
export interface PartStore {
  readonly parts: readonly DemoSparePart[]
  /** Lists the parts with a tag that fit a machine. Machines of one kind always get the same few parts. */
  listFitting(machine: DemoMachine, tag: PartTag): readonly DemoSparePart[]
}

const FITTING_COUNT = 3
/** Suppliers that sell parts of all makers. */
const merchants = ['苏润工业品', '海通机电', '恒顺备件'].map(toCompanyName)
/** True if the family is counted in m, L or kg; such parts are stocked and used in larger quantities. */
export const isBulk = ({ unit }: PartFamily): boolean => unit === 'm' || unit === 'L' || unit === 'kg'

/** Builds the spare parts of a place and links them to the machines that use them. */
export function buildPartStore(dice: Dice, era: DemoEra, machines: readonly DemoMachine[], place: number): PartStore {
  const partDrafts = partFamilies.flatMap((family) =>
    family.sizes.map((size, i) => buildPart(dice, era, family, size, i, place)),
  )
  const partsByTag = new Map<PartTag, DemoSparePart[]>()
  for (const part of partDrafts) partsByTag.set(part.family.tag, [...(partsByTag.get(part.family.tag) ?? []), part])
  const listFitting = (machine: DemoMachine, tag: PartTag): DemoSparePart[] => {
    const candidates = partsByTag.get(tag) ?? []
    // A hash of the machine's kind, so that machines of the kind get the same parts.
    const firstIndex =
      [...(machine.kind.stem + machine.kind.group)].reduce(
        (sum, letter) => sum * 31 + (letter.codePointAt(0) ?? 0),
        7,
      ) % Math.max(1, candidates.length)
    return Array.from(
      { length: Math.min(FITTING_COUNT, candidates.length) },
      (_, i) => candidates[(firstIndex + i * 5) % candidates.length],
    ).filter((part) => part !== undefined)
  }
  const machineIdsByPart = new Map<string, Set<string>>()
  for (const machine of machines)
    for (const { part } of [...machine.group.faults, ...machine.group.maintenanceTasks]) {
      for (const { id } of part ? listFitting(machine, part) : [])
        machineIdsByPart.set(id, (machineIdsByPart.get(id) ?? new Set()).add(machine.id))
    }
  const parts = partDrafts.map((part) => ({
    ...part,
    row: { ...part.row, equipmentIds: [...(machineIdsByPart.get(part.id) ?? [])].slice(0, 60) },
  }))
  const partById = new Map(parts.map((part) => [part.id, part]))
  return {
    parts,
    listFitting: (machine, tag) => listFitting(machine, tag).map((part) => partById.get(part.id) ?? part),
  }
}

/** Builds the name of a part in both languages. */
export const buildPartName = ({ family, size }: Pick<DemoSparePart, 'family' | 'size'>): BilingualText =>
  toBilingualText(`${family.name} ${size}`, `${family.nameEn} ${translateSize(size)}`)

function buildPart(
  dice: Dice,
  era: DemoEra,
  family: PartFamily,
  size: string,
  sizeIndex: number,
  place: number,
): DemoSparePart {
  const price = roundDecimals(family.price * (1 + sizeIndex * dice.between(0.18, 0.34)), 2)
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
      code: `${family.stem}${place === 1 ? '' : place}-${String(sizeIndex + 1).padStart(3, '0')}`,
      name: buildPartName({ family, size }).zh,
      nameEn: buildPartName({ family, size }).en,
      kind: family.kind,
      model: era.localize(toBilingualText(size, translateSize(size))),
      ...toMakerFields(maker),
      ...toSupplierFields(dice.pick([...merchants, toDealerName(maker)])),
      unit: family.unit,
      location: `${family.kind === 'electrical' ? 'B' : family.kind === 'lubricant' ? 'D' : 'A'}-${String(dice.int(1, 12)).padStart(2, '0')}-${String(dice.int(1, 30)).padStart(2, '0')}`,
      minimum,
      orderUpTo,
      unitPrice: price,
    },
  }
}
