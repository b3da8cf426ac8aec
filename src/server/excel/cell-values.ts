import type { Field, Fields } from '@/contract/field'
import { numberIn } from '@/contract/typed-number'
import { unitWord } from '@/contract/unit-word'
import { wallToInstant } from './plant-time'
import type { CellValue } from './sheet-rows'

/** What a heading asks of its cells. Options map every accepted word, folded, to what is stored. */
export interface CellKind {
  kind: Field['kind']
  format?: string
  digits?: number
  unit?: string
  options?: ReadonlyMap<string, string | boolean>
  /** Of what an entry of a list is. */
  of?: Fields
}
/** Words that count as the same: full width as half width, any case, any run of spaces. */
export const fold = (text: string): string => text.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()
const DAY = 86_400_000

/**
 * A cell as the value its field stores. What cannot be understood comes back as it is, so that the check of the field
 * names what is wrong with it. Empty cells give null.
 * @param timeZone IANA zone whose wall clock the moments in the sheet show
 */
export function cellToValue(kind: CellKind, cell: CellValue, timeZone: string): unknown {
  if (cell === null || (typeof cell === 'string' && cell.trim() === '')) return null
  switch (kind.kind) {
    case 'integer':
    case 'amount':
      return toNumber(kind, cell)
    case 'choice':
    case 'text':
    case 'note':
      return kind.options?.get(fold(asText(kind, cell))) ?? asText(kind, cell)
    case 'flag':
      return typeof cell === 'boolean' ? cell : (kind.options?.get(fold(String(cell))) ?? cell)
    case 'day':
      return toDay(cell)
    case 'moment':
      return toMoment(cell, timeZone)
    case 'list':
      return toEntries(kind.of ?? {}, asText(kind, cell))
    default:
      return asText(kind, cell)
  }
}

function asText(kind: CellKind, cell: Exclude<CellValue, null>): string {
  if (!(cell instanceof Date)) return String(cell).trim()
  const iso = cell.toISOString()
  if (kind.format === 'time') return iso.slice(11, 16)
  return cell.getTime() % DAY === 0 ? iso.slice(0, 10) : iso.slice(0, 19).replace('T', ' ')
}

function toNumber(kind: CellKind, cell: Exclude<CellValue, null>): unknown {
  const number = typeof cell === 'number' ? cell : typeof cell === 'string' ? numberOf(cell, kind.unit) : NaN
  if (Number.isNaN(number)) return cell instanceof Date ? asText(kind, cell) : cell
  // A cell that shows 0.3 may hold 0.30000000000000004; a digit that somebody typed stays and is judged.
  const rounded = Number(number.toFixed(Math.min(kind.kind === 'integer' ? 0 : (kind.digits ?? 3), 20)))
  return Math.abs(number - rounded) <= Math.abs(number) * 1e-13 ? rounded : number
}
/** `1,234.5 kg` → 1234.5; commas count only as separators of thousands, since a lone `1,5` has two readings. */
function numberOf(text: string, unit: string | undefined): number {
  let bare = text.normalize('NFKC').trim()
  const said = (unit ? [unit, unitWord(unit, 'zh')] : []).map((one) => one.normalize('NFKC'))
  const stands = said.find((one) => bare.toLowerCase().endsWith(one.toLowerCase()))
  if (stands) bare = bare.slice(0, -stands.length).trim()
  if (/^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(bare)) bare = bare.replaceAll(',', '')
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(bare) ? Number(bare) : NaN
}

/**
 * `1 × 800 mm × 797.4 mm; 2 × 800 × 797,4`: entries of numbers as an export says them, with their units or without. Of fewer
 * parts than there are fields, what is required is meant. What is no such list comes back as it is.
 */
function toEntries(of: Fields, text: string): unknown {
  const names = Object.keys(of)
  const required = names.filter((name) => of[name]!.required)
  const entries = text
    .split(/[;；\n]/)
    .map((entry) => entry.trim())
    .filter(Boolean)
    .map((entry) => {
      const parts = entry.split(/\s*[×xX*]\s*/)
      const said = [names, required].find(({ length }) => length === parts.length)
      const values = said?.map((name, i) => [name, partOf(of[name]!, parts[i]!)] as const)
      return values?.every(([, value]) => value !== null)
        ? { ...Object.fromEntries(names.map((name) => [name, null])), ...Object.fromEntries(values) }
        : null
    })
  return entries.length > 0 && entries.every((entry) => entry !== null) ? entries : text
}
function partOf(field: Field, text: string): number | null {
  const unit = 'unit' in field && field.unit ? field.unit.normalize('NFKC').toLowerCase() : ''
  const bare = text.normalize('NFKC').trim()
  return numberIn(unit && bare.toLowerCase().endsWith(unit) ? bare.slice(0, -unit.length) : bare)
}

const dayText = /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?$/
const momentText =
  /^(\d{4}\s*[-/.年]\s*\d{1,2}\s*[-/.月]\s*\d{1,2}\s*日?)[T\s]+(\d{1,2}):(\d{2})(?::(\d{2})(\.\d{1,6})?)?$/
const two = (part: string) => part.padStart(2, '0')
function dayOf(text: string): string | null {
  const match = dayText.exec(text) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(text)
  return match ? `${match[1]}-${two(match[2]!)}-${two(match[3]!)}` : null
}
function toDay(cell: Exclude<CellValue, null>): unknown {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  const text = String(cell).normalize('NFKC').trim()
  return dayOf(text) ?? dayOf(momentText.exec(text)?.[1] ?? '') ?? (typeof cell === 'boolean' ? cell : text)
}
function toMoment(cell: Exclude<CellValue, null>, timeZone: string): unknown {
  if (cell instanceof Date) return new Date(wallToInstant(timeZone, cell.getTime())).toISOString()
  if (typeof cell === 'boolean') return cell
  const text = String(cell).normalize('NFKC').trim()
  if (/^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:\d{2})$/.test(text)) return text
  const match = momentText.exec(text)
  const day = dayOf(match ? match[1]!.trim() : text)
  const [hour, minute, second, part] = match
    ? [two(match[2]!), match[3]!, match[4] ?? '00', match[5] ?? '']
    : ['00', '00', '00', '']
  const wall = Date.parse(`${day}T${hour}:${minute}:${second}${part}Z`)
  // Date.parse accepts 31 February; what it made must read back as the same day.
  if (!day || Number.isNaN(wall) || new Date(wall).toISOString().slice(0, 10) !== day) return text
  return new Date(wallToInstant(timeZone, wall)).toISOString()
}
