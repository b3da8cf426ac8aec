import { useMemo, useRef, type ClipboardEvent, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '@/contract/resource'
import { useCall, useList } from '@/client/api/use-list'
import { useStep } from '@/client/api/use-step'
import { useNames } from '@/client/fields/options'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { NotLoaded } from '@/client/resource/NotLoaded'
import { SkeletonList } from '@/client/ui/Skeleton'
import type { testBatch } from '../contract/test-batch'
import { proposeTests, testedIndexes } from '../contract/test-data-calls'
import { testResult } from '../contract/test-result'
import { CellDevice } from './device/CellDevice'
import { rollOrder } from './roll-order'

type Result = Row<typeof testResult>
const MOST = 500
/** Samples as they are typed: apart by spaces. */
const written = (result: Result | undefined): string =>
  result?.samples.map(({ text, excluded }) => (excluded ? `(${text})` : text)).join(' ') ?? ''
/** What was typed, with what was said of a sample before kept while its value stays. */
function samplesOf(text: string, before: Result | undefined) {
  return text
    .split(/\s+/)
    .filter(Boolean)
    .map((raw, i) => {
      const value = raw.replace(/^\((.*)\)$/, '$1')
      const old = before?.samples[i]
      return {
        lane: old?.lane ?? null,
        no: old?.no ?? i + 1,
        text: value,
        // The server reads the number from the text.
        value: null,
        below: false,
        excluded: false,
        reason: null,
        ...(old?.text === value ? { excluded: old.excluded, reason: old.reason } : {}),
      }
    })
}

/** Rolls against indexes; a cell holds the samples. Enter goes down, Tab to the right; a block of a sheet can be pasted. */
export function EntryGrid({ batch, editable }: { batch: Row<typeof testBatch>; editable: boolean }) {
  const { t } = useTranslation('laboratory')
  const language = useLanguage()
  const results = useList(
    testResult,
    useMemo(() => ({ batchId: batch.id, size: MOST, sort: 'rolledAt' }), [batch.id]),
  )
  const known = useCall(
    testedIndexes,
    useMemo(
      () => ({ productId: batch.productId, workOrderId: batch.workOrderId }),
      [batch.productId, batch.workOrderId],
    ),
  )
  const wanted = useCall(
    proposeTests,
    useMemo(() => ({ workOrderId: batch.workOrderId }), [batch.workOrderId]),
    { enabled: editable && batch.workOrderId !== null, resources: ['testResult', 'jumboRoll'] },
  )
  const update = useStep(testResult.endpoints.update)
  const create = useStep(testResult.endpoints.create)
  const table = useRef<HTMLTableElement>(null)
  const rows = results.rows
  const rollIds = useMemo(() => rollOrder(rows, wanted.data ?? []), [rows, wanted.data])
  const names = useNames('jumboRoll', rollIds, results.refs)
  const indexes = useMemo(() => {
    const asked = (wanted.data?.[0]?.indexes ?? []).map(({ indexId, index, unit, samples }) => ({
      indexId,
      name: index,
      unit,
      samples,
    }))
    const have = new Set(rows.map(({ indexId }) => indexId))
    const there = (known.data ?? [])
      .filter(({ indexId }) => have.has(indexId))
      .map(({ indexId, name, unit, samples }) => ({ indexId, name, unit, samples: samples ?? 1 }))
    return [...there, ...asked.filter(({ indexId }) => !have.has(indexId))]
  }, [known.data, wanted.data, rows])
  const byCell = useMemo(() => new Map(rows.map((row) => [`${row.jumboRollId} ${row.indexId}`, row])), [rows])
  if (results.isLoading) return <SkeletonList />
  if (results.error && rows.length === 0) return <NotLoaded of={results} />
  if (rollIds.length === 0) return <p className="quiet">{t('pages.qualityData.noRolls')}</p>

  /** What is refused stays in its cell, and is seen to be unsaved. */
  const save = async (rollId: string, indexId: string, cell: HTMLInputElement) => {
    const before = byCell.get(`${rollId} ${indexId}`)
    const samples = samplesOf(cell.value, before)
    if (cell.value.trim() === written(before) || (!before && samples.length === 0))
      return cell.removeAttribute('aria-invalid')
    const saved = before
      ? await update.run({ id: before.id, version: before.version, samples }, { baseVersion: before.version })
      : await create.run({ batchId: batch.id, indexId, jumboRollId: rollId, samples })
    if (saved) cell.removeAttribute('aria-invalid')
    else cell.setAttribute('aria-invalid', 'true')
  }
  const cellAt = (row: number, column: number) =>
    table.current?.querySelector<HTMLInputElement>(`input[data-at="${row} ${column}"]`) ?? null
  const move = (event: KeyboardEvent, row: number, column: number) => {
    const step = event.key === 'Enter' || event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    cellAt(row + step, column)?.focus()
  }
  const paste = (event: ClipboardEvent, row: number, column: number) => {
    const lines = event.clipboardData
      .getData('text')
      .replace(/\r?\n$/, '')
      .split(/\r?\n/)
    if (lines.length === 1 && !lines[0]?.includes('\t')) return
    event.preventDefault()
    lines.forEach((line, i) =>
      line.split('\t').forEach((text, j) => {
        const [rollId, index] = [rollIds[row + i], indexes[column + j]]
        const cell = cellAt(row + i, column + j)
        if (!rollId || !index || !cell) return
        cell.value = text.trim()
        void save(rollId, index.indexId, cell)
      }),
    )
  }
  return (
    <section className="lab-grid">
      {editable && <p className="quiet">{t('pages.qualityData.entryHint')}</p>}
      {editable && <CellDevice table={table} rows={rollIds.length} indexes={indexes} />}
      <div className="lab-grid-scroll">
        <table ref={table}>
          <thead>
            <tr>
              <th scope="col">{t('testResult.fields.jumboRollId')}</th>
              {indexes.map(({ indexId, name, unit }) => (
                <th key={indexId} scope="col">
                  {name}
                  {unit && <small> {unit}</small>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rollIds.map((rollId, i) => (
              <tr key={rollId}>
                <th scope="row">{names[rollId] ?? '…'}</th>
                {indexes.map(({ indexId, name }, j) => {
                  const result = byCell.get(`${rollId} ${indexId}`)
                  return (
                    <td key={indexId}>
                      {editable ? (
                        <input
                          className="ui-input"
                          data-at={`${i} ${j}`}
                          aria-label={`${names[rollId] ?? ''} ${name}`}
                          inputMode="decimal"
                          key={result?.version ?? 0}
                          defaultValue={written(result)}
                          onBlur={(event) => void save(rollId, indexId, event.target)}
                          onKeyDown={(event) => move(event, i, j)}
                          onPaste={(event) => paste(event, i, j)}
                        />
                      ) : (
                        written(result)
                      )}
                      {result && result.n > 0 && (
                        <small>
                          x̄ {formatNumber(result.mean, { language, decimals: result.digits + 1 })} · n {result.n}
                        </small>
                      )}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
