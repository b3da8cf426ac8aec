import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { UnsentBadge } from '@/client/resource/UnsentBadge'
import { Button } from '@/client/ui/Button'
import { BackIcon, ForwardIcon } from '@/client/ui/icons'
import { NumberPad, type NumberPadProps } from '@/client/ui/NumberPad'
import { ProgressMeter } from '@/client/ui/ProgressIndicator'
import { judgeTestValue, type ResultLimits } from '../rules/judge-results'
import { useFormatLimits, OutsideLimitsNotice } from './batch-limits'
import { formatSamples, getPendingInfo, MeanText, type TestResultRow } from './cell-samples'

/** One index of the displayed roll. */
export interface RollEntryCell {
  readonly indexId: string
  readonly name: string
  readonly unit: string | null
  readonly signed: boolean
  /** Number of samples that the standard requires. */
  readonly samples: number
  readonly result: TestResultRow | undefined
  readonly limits: ResultLimits | undefined
  /** Text that was refused, with the reason. */
  readonly refusal: { readonly text: string; readonly why: string } | undefined
}
export interface RollEntryRow {
  readonly key: string
  readonly label: string
  readonly cells: readonly RollEntryCell[]
}
/** Samples of a cell while they are entered on the pad. */
interface SampleEntry {
  readonly indexId: string
  readonly texts: readonly string[]
  readonly position: number
}
/** Returns the entered samples as typed, without the brackets of excluded samples. */
const getSampleTexts = ({ result, refusal }: RollEntryCell): string[] =>
  (refusal?.text ?? formatSamples(result)).split(/\s+/).flatMap((text) => text.replace(/^\((.*)\)$/, '$1') || [])
const lacksSamples = (cell: RollEntryCell): boolean => getSampleTexts(cell).length < cell.samples

/**
 * Test results on a phone: one roll at a time, entered on the number pad. The pad advances from sample to sample and to
 * the next index without values.
 */
export function RollEntryView({
  rows,
  onSave,
}: {
  rows: readonly RollEntryRow[]
  /** Saves the samples of a cell, separated by spaces. */
  onSave: (row: number, indexId: string, text: string) => void
}) {
  const { t } = useTranslation(['laboratory', 'client'])
  const formatLimits = useFormatLimits()

  const [chosenKey, setChosenKey] = useState<string | null>(null)
  const [entry, setEntry] = useState<SampleEntry | null>(null)
  // Opens with the first roll that lacks values.
  const [initialKey] = useState(() => (rows.find(({ cells }) => cells.some(lacksSamples)) ?? rows[0])?.key)
  const rowIndex = Math.max(
    0,
    rows.findIndex(({ key }) => key === (chosenKey ?? initialKey)),
  )
  const row = rows[rowIndex]
  if (!row) return null
  const showRow = (index: number) => {
    setEntry(null)
    setChosenKey(rows[index]?.key ?? null)
  }
  const openCell = (cell: RollEntryCell) => {
    const texts = getSampleTexts(cell)
    setEntry({ indexId: cell.indexId, texts, position: texts.length < cell.samples ? texts.length : 0 })
  }
  const entryCell = row.cells.find(({ indexId }) => indexId === entry?.indexId)
  const saveEntry = (texts: readonly string[]) => {
    if (entryCell && texts.join(' ') !== getSampleTexts(entryCell).join(' '))
      onSave(rowIndex, entryCell.indexId, texts.join(' '))
  }
  const onSample = (text: string) => {
    if (!entry || !entryCell) return
    const texts = [
      ...entry.texts.slice(0, entry.position),
      ...(text ? [text] : []),
      ...entry.texts.slice(entry.position + 1),
    ]
    const sampleCount = Math.max(entryCell.samples, texts.length)
    if (text && entry.position + 1 < sampleCount) return setEntry({ ...entry, texts, position: entry.position + 1 })
    saveEntry(texts)
    const cellIndex = row.cells.indexOf(entryCell)
    const nextCell = row.cells.slice(cellIndex + 1).find(lacksSamples)
    if (text && nextCell) openCell(nextCell)
    else setEntry(null)
  }
  const evaluate =
    ({ limits }: RollEntryCell): NumberPadProps['evaluate'] =>
    (value) => {
      if (value === null || !limits) return { tone: 'idle', label: null }
      return judgeTestValue(value, limits) === 'ok'
        ? { tone: 'ok', label: t('pages.qualityData.insideLimits') }
        : { tone: 'bad', label: t('pages.qualityData.outsideLimits') }
    }
  const filledCount = row.cells.filter((cell) => !lacksSamples(cell)).length
  return (
    <div className="lab-roll">
      <nav className="lab-roll-head" aria-label={t('pages.qualityData.roll')}>
        <Button
          icon={<BackIcon size={20} />}
          aria-label={t('pages.qualityData.previousRoll')}
          disabled={rowIndex === 0}
          onClick={() => showRow(rowIndex - 1)}
        />
        <div>
          <b>{row.label}</b>
          <small>{t('pages.qualityData.rollOf', { number: rowIndex + 1, count: rows.length })}</small>
        </div>
        <Button
          icon={<ForwardIcon size={20} />}
          aria-label={t('pages.qualityData.nextRoll')}
          disabled={rowIndex === rows.length - 1}
          onClick={() => showRow(rowIndex + 1)}
        />
      </nav>
      <ProgressMeter
        value={row.cells.length === 0 ? 0 : filledCount / row.cells.length}
        label={t('pages.qualityData.filledOf', { filled: filledCount, count: row.cells.length })}
      />
      <ul className="lab-roll-cells">
        {row.cells.map((cell) => {
          const texts = getSampleTexts(cell)
          const { result, limits, refusal, unit } = cell
          return (
            <li key={cell.indexId}>
              <button type="button" className="ui-card" aria-haspopup="dialog" onClick={() => openCell(cell)}>
                <span>
                  <b>{cell.name}</b>
                  <small>{[formatLimits(limits), unit].filter(Boolean).join(' ')}</small>
                </span>
                <b>{texts.join(' ') || t('pages.qualityData.enterValue')}</b>
                {cell.samples > 1 && (
                  <small>{t('pages.qualityData.samplesOf', { entered: texts.length, samples: cell.samples })}</small>
                )}
              </button>
              {refusal && <small className="lab-outside">{refusal.why}</small>}
              <MeanText result={result} />
              <OutsideLimitsNotice result={result} limits={limits} />
              <UnsentBadge pending={getPendingInfo(result)} />
            </li>
          )
        })}
      </ul>
      {rowIndex < rows.length - 1 && filledCount === row.cells.length && (
        <Button look="primary" block icon={<ForwardIcon size={20} />} onClick={() => showRow(rowIndex + 1)}>
          {t('pages.qualityData.nextRoll')}
        </Button>
      )}
      {entry && entryCell && (
        <NumberPad
          key={`${entry.indexId} ${entry.position}`}
          allowsBelow
          title={
            entryCell.samples > 1
              ? t('pages.qualityData.sampleOf', {
                  index: entryCell.name,
                  number: entry.position + 1,
                  count: Math.max(entryCell.samples, entry.texts.length),
                })
              : entryCell.name
          }
          unit={entryCell.unit ?? ''}
          value={null}
          initialText={entry.texts[entry.position] ?? ''}
          limits={formatLimits(entryCell.limits)}
          evaluate={evaluate(entryCell)}
          onDone={(_value, text = '') => onSample(text)}
          onClose={() => {
            saveEntry(entry.texts)
            setEntry(null)
          }}
        />
      )}
    </div>
  )
}
