import { useMemo, useState, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Resource } from '@/contract/resource'
import { useList, useUnsentCommands } from '@/client/api/use-list'
import { useNames } from '@/client/fields/options'
import { formatMoment } from '@/client/format/time'
import { loadTexts } from '@/client/i18n/load-texts'
import { isCountedInSums, type PendingInfo } from '@/offline/overlay'
import { usePlantZone } from '@/client/session/plant-zone'
import { useFormatTeam } from '@/plant/client/sheet/use-shift'
import { product } from '@/areas/standards/contract/product'
import { jumboRoll } from '../../contract/jumbo-roll'
import { slitRoll } from '../../contract/slitting'
import { isLabelOld, labelSaid } from '../../rules/label'
import { jumboKg } from '../../rules/order-figures'
import { partsOfSlitNumber } from '../../rules/roll-number'
import { withUnsentEdits, type SlitRoll } from '../slitter/cut-state'
import { labelPicture } from './draw-label'
import {
  labelOf,
  labelWords,
  type Labelled,
  type LabelKind,
  type LabelSize,
  type LabelText,
  type LabelWords,
} from './label-content'

type AnyRoll = Record<string, unknown> & { id: string }
type Listed = Resource<string, Resource['fields'], { list: `GET /${string}` }>
type RollKind = Exclude<LabelKind, 'package'>
const resources = { jumboRoll, slitRoll } as Record<RollKind, Listed>
const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const number = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** Returns the label data of rolls. @param copies ids printed since the page was opened */
export function useLabelled(kind: RollKind, ids: readonly string[], copies: ReadonlySet<string>) {
  const { t } = useTranslation('contract')
  const zone = usePlantZone()
  const teamWord = useFormatTeam()
  const list = useList(resources[kind], { id: ids.join(','), size: 500 }, ids.length > 0)
  const unsent = useUnsentCommands()
  const rows = useMemo((): readonly AnyRoll[] => {
    if (kind === 'jumboRoll') return list.rows
    // The list contains slit rolls here; the compiler only knows that it is of either kind.
    const rolls = list.rows as unknown as readonly SlitRoll[]
    return rolls.map((roll) => withUnsentEdits(roll, unsent))
  }, [kind, list.rows, unsent])
  const products = useList(
    product,
    { id: [...new Set(rows.map((row) => text(row['productId'])).filter(Boolean))].join(','), size: 100 },
    rows.length > 0,
  )
  // Counts prints when the page opens: a label being printed is not a copy of itself, nor of a label with other
  // content.
  const [first] = useState(() => new Map<string, number>())
  for (const row of rows) if (!first.has(row.id)) first.set(row.id, printsThatStand(kind, row))
  const lineOf = (row: AnyRoll): string => text(row[kind === 'jumboRoll' ? 'lineId' : 'slitterId'])
  const names = useNames('line', [...new Set(rows.map(lineOf))], list.refs)
  const orders = useNames(
    'workOrder',
    [...new Set(rows.map((row) => text(row['workOrderId'])).filter(Boolean))],
    list.refs,
  )
  const labelled = ids.flatMap((id): { id: string; label: Labelled }[] => {
    const row = rows.find((one) => one.id === id)
    if (!row || !isCountedInSums(row) || !text(row['number'])) return []
    const of = products.rows.find((one) => one.id === row['productId'])
    const made = [
      formatMoment(text(row['doffedAt']), zone),
      text(row['shift']) && t(`shifts.${text(row['shift'])}`),
      teamWord(text(row['team'])),
    ]
      .filter(Boolean)
      .join(' ')
    return [
      {
        id,
        label: {
          kind,
          number: text(row['number']),
          copy: (first.get(id) ?? 0) > 0 || copies.has(id),
          order: orders[text(row['workOrderId'])] ?? '',
          line: names[lineOf(row)] ?? '',
          made,
          product: of?.code ?? list.refs[text(row['productId'])] ?? '',
          names: of ? [of.name, of.nameEn].flatMap((name) => name ?? []) : [],
          gsm: number(row['gsm']) ?? of?.gsm ?? null,
          widthMm: number(row['widthMm']),
          lengthM: number(row['lengthM']),
          grade: text(row['grade']),
          ...massOf(kind, row),
          place: placeOf(kind, row),
        },
      },
    ]
  })
  const unmade = rows.find((row) => !isCountedInSums(row))
  return {
    labelled,
    /** Why the server refused to create one of the rolls, which therefore has no label. */
    refused: (unmade as { pending?: PendingInfo } | undefined)?.pending ?? null,
    /** True if a roll was made on this phone and has no number from the server yet. */
    awaitsNumber: ids.some((id) => {
      const row = rows.find((one) => one.id === id)
      return row ? isCountedInSums(row) && !text(row['number']) : unsent.some((item) => item.body['id'] === id)
    }),
    isLoading: list.isLoading,
    error: list.error,
    again: list.again,
    copied: labelled.filter((one) => one.label.copy).length,
  }
}
/** Returns how often the label was printed with its current content. */
function printsThatStand(kind: RollKind, row: AnyRoll): number {
  const labels = number(row['labels']) ?? 0
  const web = {
    grade: text(row['grade']),
    lengthM: number(row['lengthM']),
    widthMm: number(row['widthMm']),
    expectedKg: number(row['expectedKg']),
  }
  const now =
    kind === 'jumboRoll'
      ? labelSaid.jumboRoll({ ...web, netKg: number(row['netKg']) })
      : labelSaid.slitRoll({ ...web, kg: number(row['kg']) })
  return isLabelOld({ labels, labelSaid: text(row['labelSaid']) || null }, now) ? 0 : labels
}
function massOf(kind: RollKind, row: AnyRoll): { kg: number | null; weighed: boolean } {
  const weighed = number(row[kind === 'jumboRoll' ? 'netKg' : 'kg'])
  const kg = jumboKg({ netKg: weighed, expectedKg: number(row['expectedKg']) })
  return { kg: kg > 0 ? kg : null, weighed: weighed !== null }
}
function placeOf(kind: RollKind, row: AnyRoll): string | null {
  const parts = kind === 'slitRoll' ? partsOfSlitNumber(text(row['number'])) : null
  return parts
    ? `${parts.set}-${parts.lane} · ${String(number(row['fromM']) ?? '')}–${String(number(row['toM']) ?? '')} m`
    : null
}

/** Returns the label words in both languages, null while loading. */
export function useLabelWords(): LabelWords | null {
  const [words, setWords] = useState<LabelWords | null>(null)
  useEffect(() => {
    let gone = false
    // A phone that never loaded English may be offline: one language is better than no label.
    const en = loadTexts('en', 'rolls').catch(() => ({}))
    const zh = loadTexts('zh', 'rolls').catch(() => ({}))
    void Promise.all([zh, en]).then(([one, two]) => {
      if (!gone) setWords(labelWords(one, two))
    })
    return () => {
      gone = true
    }
  }, [])
  return words
}
export interface Picture {
  id: string
  number: string
  url: string
  label: LabelText
}
const NONE_YET = { pictures: [], failed: null }
/** Returns labels as pictures. The same pictures are displayed, printed and put into the PDF. */
export function usePictures(
  labelled: readonly { id: string; label: Labelled }[],
  words: LabelWords | null,
  size: LabelSize,
): { pictures: readonly Picture[]; failed: string | null } {
  const [state, setState] = useState<{ of: string; pictures: readonly Picture[]; failed: string | null }>({
    of: '',
    pictures: [],
    failed: null,
  })
  const asked = JSON.stringify(labelled)
  const wanted = useMemo(() => JSON.parse(asked) as typeof labelled, [asked])
  useEffect(() => {
    if (!words) return
    let gone = false
    const of = `${size} ${asked}`
    const made: Picture[] = []
    const make = async () => {
      for (const { id, label } of wanted) {
        const drawn = labelOf(label, words)
        const blob = await labelPicture(drawn, size)
        if (gone) return
        made.push({ id, number: label.number, label: drawn, url: URL.createObjectURL(blob) })
      }
      setState({ of, pictures: made, failed: null })
    }
    make().catch((error: unknown) => {
      if (!gone) setState({ of, pictures: [], failed: error instanceof Error ? error.message : String(error) })
    })
    return () => {
      gone = true
      for (const one of made) URL.revokeObjectURL(one.url)
    }
  }, [wanted, asked, words, size])
  // Hides the labels of another paper or an earlier state while new ones are drawn.
  return state.of === `${size} ${asked}` ? state : NONE_YET
}
