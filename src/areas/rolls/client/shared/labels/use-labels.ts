import { useMemo, useState, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListableResource } from '@/contract/resource'
import type { UnsentCommand } from '@/client/api/phone'
import { useList, useUnsentCommands } from '@/client/api/use-list'
import { useNames } from '@/client/fields/options'
import { formatMoment } from '@/client/format/time'
import { loadTexts } from '@/client/i18n/load-texts'
import { isCountedInSums, type PendingInfo } from '@/offline/overlay'
import { usePlantZone } from '@/client/session/plant-zone'
import { recordTrouble } from '@/client/ui/trouble'
import { useFormatTeam } from '@/plant/client/shift-record/use-shift'
import { product } from '@/areas/standards/contract/product'
import { jumboRoll } from '../../../contract/jumbo-roll'
import { isLabelOutdated, labelContents } from '../../../rules/label-contents'
import { getJumboKg } from '../../../rules/roll-mass'
import { parseSlitNumber } from '../../../rules/roll-number'
import { renderLabelPng } from './draw-label'
import {
  composeLabelText,
  buildLabelWords,
  type LabelData,
  type RollLabelKind,
  type LabelSize,
  type LabelText,
  type LabelWords,
} from './label-content'

type AnyRoll = Record<string, unknown> & { id: string }
type RollKind = Exclude<RollLabelKind, 'package'>
/** Rolls of one kind and how their rows are read. */
export interface LabelledRolls {
  readonly kind: RollKind
  readonly resource: ListableResource
  /** Adds the changes of a row that this phone has not sent. */
  readonly withUnsentEdits?: (row: AnyRoll, unsent: readonly UnsentCommand[]) => AnyRoll
}
export const labelledJumbos = { kind: 'jumboRoll', resource: jumboRoll } as LabelledRolls
const toText = (value: unknown): string => (typeof value === 'string' ? value : '')
const toNumber = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/**
 * Returns the label data of rolls.
 * @param printedIds ids of rolls whose label was printed before, so that the next print is a copy
 */
export function useRollLabels(
  { kind, resource, withUnsentEdits }: LabelledRolls,
  ids: readonly string[],
  printedIds: ReadonlySet<string>,
) {
  const { t } = useTranslation('contract')
  const zone = usePlantZone()
  const formatTeam = useFormatTeam()
  const list = useList(resource, { id: ids.join(','), size: 500 }, { enabled: ids.length > 0 })
  const unsent = useUnsentCommands()
  const rows = useMemo(
    (): readonly AnyRoll[] => (withUnsentEdits ? list.rows.map((row) => withUnsentEdits(row, unsent)) : list.rows),
    [withUnsentEdits, list.rows, unsent],
  )
  const products = useList(
    product,
    { id: [...new Set(rows.map((row) => toText(row['productId'])).filter(Boolean))].join(','), size: 100 },
    { enabled: rows.length > 0 },
  )
  // Counts only prints from before the page was opened, so that a label is not marked as a copy while it is printed for
  // the first time. Prints with other content do not count.
  const [initialPrintCounts] = useState(() => new Map<string, number>())
  for (const row of rows)
    if (!initialPrintCounts.has(row.id)) initialPrintCounts.set(row.id, countValidPrints(kind, row))
  const getLineId = (row: AnyRoll): string => toText(row[kind === 'jumboRoll' ? 'lineId' : 'slitterId'])
  const names = useNames('line', [...new Set(rows.map(getLineId))], list.refs)
  const orders = useNames(
    'workOrder',
    [...new Set(rows.map((row) => toText(row['workOrderId'])).filter(Boolean))],
    list.refs,
  )
  const rollLabels = ids.flatMap((id): { id: string; label: LabelData }[] => {
    const row = rows.find((rollRow) => rollRow.id === id)
    if (!row || !isCountedInSums(row) || !toText(row['number'])) return []
    const rollProduct = products.rows.find((productRow) => productRow.id === row['productId'])
    const madeText = [
      formatMoment(toText(row['doffedAt']), zone),
      toText(row['shift']) && t(`shifts.${toText(row['shift'])}`),
      formatTeam(toText(row['team'])),
    ]
      .filter(Boolean)
      .join(' ')
    return [
      {
        id,
        label: {
          kind,
          number: toText(row['number']),
          copy: (initialPrintCounts.get(id) ?? 0) > 0 || printedIds.has(id),
          order: orders[toText(row['workOrderId'])] ?? '',
          line: names[getLineId(row)] ?? '',
          made: madeText,
          product: rollProduct?.code ?? list.refs[toText(row['productId'])] ?? '',
          names: rollProduct ? [rollProduct.name, rollProduct.nameEn].flatMap((name) => name ?? []) : [],
          gsm: toNumber(row['gsm']) ?? rollProduct?.gsm ?? null,
          widthMm: toNumber(row['widthMm']),
          lengthM: toNumber(row['lengthM']),
          grade: toText(row['grade']),
          ...getLabelMass(kind, row),
          place: formatLanePlace(kind, row),
        },
      },
    ]
  })
  const refusedRow = rows.find((row) => !isCountedInSums(row))
  return {
    labels: rollLabels,
    /** Why the server refused to create one of the rolls, which therefore has no label. */
    refused: (refusedRow as { pending?: PendingInfo } | undefined)?.pending ?? null,
    /** True if a roll was made on this phone and has no number from the server yet. */
    awaitsNumber: ids.some((id) => {
      const row = rows.find((rollRow) => rollRow.id === id)
      return row ? isCountedInSums(row) && !toText(row['number']) : unsent.some((item) => item.body['id'] === id)
    }),
    isLoading: list.isLoading,
    error: list.error,
    refetch: list.refetch,
    copyCount: rollLabels.filter((rollLabel) => rollLabel.label.copy).length,
  }
}
/** Returns how often the label was printed with its current content. */
function countValidPrints(kind: RollKind, row: AnyRoll): number {
  const printCount = toNumber(row['labels']) ?? 0
  const labelFields = {
    grade: toText(row['grade']),
    lengthM: toNumber(row['lengthM']),
    widthMm: toNumber(row['widthMm']),
    expectedKg: toNumber(row['expectedKg']),
  }
  const currentContent =
    kind === 'jumboRoll'
      ? labelContents.jumboRoll({ ...labelFields, netKg: toNumber(row['netKg']) })
      : labelContents.slitRoll({ ...labelFields, kg: toNumber(row['kg']) })
  return isLabelOutdated({ labels: printCount, labelSaid: toText(row['labelSaid']) || null }, currentContent)
    ? 0
    : printCount
}
function getLabelMass(kind: RollKind, row: AnyRoll): { kg: number | null; weighed: boolean } {
  const weighedKg = toNumber(row[kind === 'jumboRoll' ? 'netKg' : 'kg'])
  const kg = getJumboKg({ netKg: weighedKg, expectedKg: toNumber(row['expectedKg']) }) ?? 0
  return { kg: kg > 0 ? kg : null, weighed: weighedKg !== null }
}
function formatLanePlace(kind: RollKind, row: AnyRoll): string | null {
  const slitNumber = kind === 'slitRoll' ? parseSlitNumber(toText(row['number'])) : null
  return slitNumber
    ? `${slitNumber.set}-${slitNumber.lane} · ${String(toNumber(row['fromM']) ?? '')}–${String(toNumber(row['toM']) ?? '')} m`
    : null
}

/** Label words in both languages. */
interface LoadedLabelWords {
  readonly words: LabelWords
  /** True if the texts of a language could not be loaded. The labels then lack the words of this language. */
  readonly isIncomplete: boolean
}
/** Loads the label words. Texts that cannot be loaded are omitted and recorded as trouble. */
export async function loadLabelWords(): Promise<LoadedLabelWords> {
  let isIncomplete = false
  // An offline phone may lack the English texts. A label in one language is better than no label.
  const loadOrEmpty = (language: string, namespace: string) =>
    loadTexts(language, namespace).catch((error: unknown) => {
      isIncomplete = true
      recordTrouble(`label texts not loaded: ${language} ${namespace}`, error)
      return {}
    })
  const loadLabelTexts = async (language: string) => {
    const [rolls, contract] = await Promise.all([loadOrEmpty(language, 'rolls'), loadOrEmpty(language, 'contract')])
    return { rolls, contract }
  }
  const [zhTexts, enTexts] = await Promise.all([loadLabelTexts('zh'), loadLabelTexts('en')])
  return { words: buildLabelWords(zhTexts, enTexts), isIncomplete }
}
const NO_WORDS = { words: null, isIncomplete: false }
/** Returns the label words in both languages, null while loading. */
export function useLabelWords(): LoadedLabelWords | typeof NO_WORDS {
  const [loadedWords, setLoadedWords] = useState<LoadedLabelWords | null>(null)
  useEffect(() => {
    let isCanceled = false
    void loadLabelWords().then((labelWords) => {
      if (!isCanceled) setLoadedWords(labelWords)
    })
    return () => {
      isCanceled = true
    }
  }, [])
  return loadedWords ?? NO_WORDS
}
export interface LabelPicture {
  id: string
  number: string
  url: string
  label: LabelText
}
const NO_PICTURES = { pictures: [], failureReason: null }
/** Returns labels as pictures. The same pictures are displayed, printed and put into the PDF. */
export function useLabelPictures(
  labels: readonly { id: string; label: LabelData }[],
  words: LabelWords | null,
  size: LabelSize,
): { pictures: readonly LabelPicture[]; failureReason: string | null } {
  const [state, setState] = useState<{
    labelsKey: string
    pictures: readonly LabelPicture[]
    failureReason: string | null
  }>({
    labelsKey: '',
    pictures: [],
    failureReason: null,
  })
  // Keeps the same array while the content is the same, so that the pictures are not drawn again.
  const labelsJson = JSON.stringify(labels)
  const stableLabels = useMemo(() => JSON.parse(labelsJson) as typeof labels, [labelsJson])
  useEffect(() => {
    if (!words) return
    let isCanceled = false
    const labelsKey = `${size} ${labelsJson}`
    const createdPictures: LabelPicture[] = []
    const drawPictures = async () => {
      for (const { id, label } of stableLabels) {
        const labelText = composeLabelText(label, words)
        const blob = await renderLabelPng(labelText, size)
        if (isCanceled) return
        createdPictures.push({ id, number: label.number, label: labelText, url: URL.createObjectURL(blob) })
      }
      setState({ labelsKey, pictures: createdPictures, failureReason: null })
    }
    drawPictures().catch((error: unknown) => {
      if (!isCanceled)
        setState({ labelsKey, pictures: [], failureReason: error instanceof Error ? error.message : String(error) })
    })
    return () => {
      isCanceled = true
      for (const picture of createdPictures) URL.revokeObjectURL(picture.url)
    }
  }, [stableLabels, labelsJson, words, size])
  // Hides the labels of another paper or an earlier state while new ones are drawn.
  return state.labelsKey === `${size} ${labelsJson}` ? state : NO_PICTURES
}
