import { Fragment, useMemo, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '@/contract/resource'
import { useEndpoint, useList } from '@/client/api/use-list'
import { useNames } from '@/client/fields/options'
import { useLanguage } from '@/client/format/use-language'
import { joinWords } from '@/client/format/join-words'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { useCanCall } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { UnsentBadge } from '@/client/resource/UnsentBadge'
import { SkeletonList } from '@/client/ui/Skeleton'
import { useParams } from '@/client/use-params'
import type { testBatch } from '../contract/test-batch'
import { addRoll, openRetest, proposeTests, testedIndexes } from '../contract/test-data-endpoints'
import { testResult } from '../contract/test-result'
import { CellDeviceBar } from './device/CellDeviceBar'
import { MeanText, getPendingMark, parseSamples, formatSamples } from './cell-samples'
import { buildGridRows, getRowKey, dropPartialRoll, type EntryGridRow } from './grid-rows'
import { ColumnLimitsText, OutsideLimitsNotice, useBatchLimits } from './batch-limits'
import { RefusedCellList } from './RefusedCellList'
import { useRefusedCells } from './use-refused-cells'
import { useSaveCell } from './use-save-cell'

/** Results per page. */
const PAGE_SIZE = 500
/** Maximum number of pasted values without a cell that are listed individually. */
const MAX_NAMED_VALUES = 8
/**
 * Grid of rolls and indexes. A cell contains the samples of one result; retests have their own rows below the first
 * results. Enter moves down, Tab to the right, and a block of a worksheet can be pasted.
 */
export function EntryGrid({ batch, editable }: { batch: Row<typeof testBatch>; editable: boolean }) {
  const { t } = useTranslation(['laboratory', 'client'])
  const language = useLanguage()
  const [, change] = useParams()
  const mayRetest = useCanCall(openRetest) && editable
  const mayAddRoll = useCanCall(addRoll) && editable
  const results = useList(
    testResult,
    useMemo(() => ({ batchId: batch.id, size: PAGE_SIZE, sort: 'rolledAt' }), [batch.id]),
  )
  const tested = useEndpoint(
    testedIndexes,
    useMemo(
      () => ({ productId: batch.productId, workOrderId: batch.workOrderId }),
      [batch.productId, batch.workOrderId],
    ),
  )
  const proposed = useEndpoint(
    proposeTests,
    useMemo(() => ({ workOrderId: batch.workOrderId }), [batch.workOrderId]),
    { enabled: editable && batch.workOrderId !== null, resources: ['testResult', 'jumboRoll'] },
  )
  // A closed batch shows only what was tested.
  const untested = useMemo(() => (editable ? (proposed.data ?? []) : []), [editable, proposed.data])
  const saveCell = useSaveCell(batch.id)
  const getLimits = useBatchLimits(batch.id)
  const refused = useRefusedCells(batch.id)
  const table = useRef<HTMLTableElement>(null)
  // Texts sent from an input. Prevents saving twice, because the answer replaces the input only later.
  const sentTexts = useRef(new WeakMap<HTMLInputElement, string>())
  const [unplaced, setUnplaced] = useState<readonly string[]>([])
  const wholeResults = useMemo(() => dropPartialRoll(results.rows, results.hasMore), [results.rows, results.hasMore])
  const rows = useMemo(() => buildGridRows(wholeResults, untested), [wholeResults, untested])
  const knownEntries = useMemo(
    () => ({
      ...Object.fromEntries(untested.map(({ jumboRollId, roll }) => [jumboRollId, roll])),
      ...results.refs,
    }),
    [untested, results.refs],
  )
  const names = useRollNames(rows, knownEntries)
  const indexes = useMemo(() => {
    const proposedIndexes = (untested[0]?.indexes ?? []).map(({ indexId, index, unit, signed, samples }) => ({
      indexId,
      name: index,
      unit,
      signed,
      samples,
    }))
    const resultIndexIds = new Set(wholeResults.map(({ indexId }) => indexId))
    const indexesWithResults = (tested.data ?? [])
      .filter(({ indexId }) => resultIndexIds.has(indexId))
      .map(({ indexId, name, unit, signed, samples }) => ({ indexId, name, unit, signed, samples: samples ?? 1 }))
    // The server does not list an index yet if its first value is still unsent on this phone.
    const knownEntries = new Set(indexesWithResults.map(({ indexId }) => indexId))
    return [...indexesWithResults, ...proposedIndexes.filter(({ indexId }) => !knownEntries.has(indexId))]
  }, [tested.data, untested, wholeResults])
  const byCell = useMemo(
    () => new Map(wholeResults.map((row) => [`${getRowKey(row)} ${row.indexId}`, row])),
    [wholeResults],
  )
  const otherRollButtons = (mayAddRoll || mayRetest) && (
    <div className="lab-others">
      {mayAddRoll && <Button onClick={() => change({ act: 'roll' })}>{t('actions.testResult_addRoll')}</Button>}
      {mayRetest && (
        <Button onClick={() => change({ act: 'retest', roll: null, slit: null })}>
          {t('pages.qualityData.retestOther')}
        </Button>
      )}
    </div>
  )
  if (results.isLoading || !refused.cells) return <SkeletonList />
  if (results.error && wholeResults.length === 0) return <NotLoadedView of={results} />
  if (rows.length === 0)
    return (
      <section className="lab-grid">
        <p className="quiet">{t('pages.qualityData.noRolls')}</p>
        {otherRollButtons}
      </section>
    )

  /** Saves a cell. A refused text stays in the cell with the reason below it. */
  const save = async (row: EntryGridRow, index: (typeof indexes)[number], cell: HTMLInputElement) => {
    const previous = byCell.get(`${row.key} ${index.indexId}`)
    const samples = parseSamples(cell.value, previous)
    const value = cell.value.trim()
    const key = `${row.key} ${index.indexId}`
    if (value === refused.cells?.[key]?.text) return
    if (value === (sentTexts.current.get(cell) ?? formatSamples(previous)) || (!previous && samples.length === 0))
      return refused.clearRefusal(key)
    sentTexts.current.set(cell, value)
    const refusal = await saveCell(row, index, previous, samples)
    if (refusal === null) return refused.clearRefusal(key)
    sentTexts.current.delete(cell)
    refused.refuse(key, { text: value, why: refusal })
  }
  const getCellInput = (row: number, column: number) =>
    table.current?.querySelector<HTMLInputElement>(`input[data-at="${row} ${column}"]`) ?? null
  const moveCursor = (event: KeyboardEvent, row: number, column: number) => {
    const step = event.key === 'Enter' || event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    let targetRow = row + step
    while (rows[targetRow] && !getCellInput(targetRow, column)) targetRow += step // cells without a retest have no input
    getCellInput(targetRow, column)?.focus()
  }
  const onPaste = (event: ClipboardEvent, row: number, column: number) => {
    const lines = event.clipboardData
      .getData('text')
      .replace(/\r?\n$/, '')
      .split(/\r?\n/)
    if (lines.length === 1 && !lines[0]?.includes('\t')) return
    event.preventDefault()
    const unplacedTexts: string[] = []
    lines.forEach((line, i) =>
      line.split('\t').forEach((text, j) => {
        const [gridRow, index] = [rows[row + i], indexes[column + j]]
        const cell = getCellInput(row + i, column + j)
        if (!gridRow || !index || !cell) return text.trim() && unplacedTexts.push(text.trim())
        cell.value = text.trim()
        void save(gridRow, index, cell)
      }),
    )
    setUnplaced(unplacedTexts)
  }
  return (
    <section className="lab-grid">
      {editable && <p className="quiet">{t('pages.qualityData.entryHint')}</p>}
      {editable && <CellDeviceBar table={table} rows={rows.length} indexes={indexes} />}
      {unplaced.length > 0 && (
        <p role="alert" className="lab-refused">
          {t('pages.qualityData.unplaced', {
            count: unplaced.length,
            values:
              joinWords(unplaced.slice(0, MAX_NAMED_VALUES), language) +
              (unplaced.length > MAX_NAMED_VALUES ? ' …' : ''),
          })}
        </p>
      )}
      <RefusedCellList results={wholeResults} indexes={indexes} names={names} onOpen={(unsent) => change({ unsent })} />
      <div className="lab-grid-scroll">
        <table ref={table}>
          <thead>
            <tr>
              <th scope="col">{t('pages.qualityData.roll')}</th>
              {indexes.map(({ indexId, name, unit }) => (
                <th key={indexId} scope="col">
                  {name}
                  {unit && <small> {unit}</small>}
                  <ColumnLimitsText columnLimits={rows.map((row) => getLimits(getRollId(row), indexId))} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, i) => {
              const name = names[row.slitRollId ?? row.jumboRollId] ?? '…'
              const rowLabel = row.retest ? t('pages.qualityData.retestOf', { roll: name, no: row.retest }) : name
              const cells = indexes.map((index) => ({
                ...index,
                result: byCell.get(`${row.key} ${index.indexId}`),
                why: refused.cells?.[`${row.key} ${index.indexId}`],
              }))
              return (
                <Fragment key={row.key}>
                  {row.retest > 0 && !rows[i - 1]?.retest && (
                    <tr className="lab-retests">
                      <th colSpan={indexes.length + 1} scope="colgroup">
                        {t('pages.qualityData.retests')}
                      </th>
                    </tr>
                  )}
                  <tr>
                    <th scope="row">
                      <span>
                        {rowLabel}
                        {row.reasons.length > 0 && <small>{row.reasons.join('; ')}</small>}
                      </span>
                      {mayRetest && cells.some(({ result }) => result && result.samples.length > 0) && (
                        <Button
                          look="quiet"
                          aria-label={`${t('actions.testResult_retest')} ${rowLabel}`}
                          onClick={() => change({ act: 'retest', roll: row.jumboRollId, slit: row.slitRollId })}
                        >
                          {t('actions.testResult_retest')}
                        </Button>
                      )}
                    </th>
                    {cells.map(({ result, why: refusal, ...index }, j) => (
                      <td key={index.indexId}>
                        {editable && (result || row.retest === 0) ? (
                          <input
                            className="ui-input"
                            data-at={`${i} ${j}`}
                            aria-label={`${rowLabel} ${index.name}`}
                            inputMode="decimal"
                            key={`${result?.version ?? 0} ${formatSamples(result)}`}
                            defaultValue={refusal?.text ?? formatSamples(result)}
                            aria-invalid={
                              refusal !== undefined || getPendingMark(result)?.state === 'attention' || undefined
                            }
                            aria-describedby={refusal && `why-${i}-${j}`}
                            onBlur={(event) => void save(row, index, event.target)}
                            onKeyDown={(event) => moveCursor(event, i, j)}
                            onPaste={(event) => onPaste(event, i, j)}
                          />
                        ) : (
                          formatSamples(result)
                        )}
                        {refusal && (
                          <small id={`why-${i}-${j}`} className="lab-outside">
                            {refusal.why}
                          </small>
                        )}
                        <MeanText result={result} />
                        <OutsideLimitsNotice result={result} limits={getLimits(getRollId(row), index.indexId)} />
                        <UnsentBadge of={getPendingMark(result)} />
                      </td>
                    ))}
                  </tr>
                </Fragment>
              )
            })}
          </tbody>
        </table>
      </div>
      {otherRollButtons}
      {results.hasMore && (
        <p className="lab-more">
          {t('pages.qualityData.resultsShown', { shown: wholeResults.length, total: results.total })}
          <Button disabled={results.isFetching} onClick={results.loadMore}>
            {t('client:resource.more')}
          </Button>
        </p>
      )}
    </section>
  )
}
const getRollId = ({ jumboRollId, slitRollId }: EntryGridRow): string => slitRollId ?? jumboRollId
/** Loads the numbers of jumbo and slit rolls as on their labels. */
function useRollNames(rows: readonly EntryGridRow[], refs: Readonly<Record<string, string>>): Record<string, string> {
  const jumbos = useMemo(() => [...new Set(rows.map((row) => row.jumboRollId))], [rows])
  const slits = useMemo(() => [...new Set(rows.flatMap((row) => row.slitRollId ?? []))], [rows])
  const jumboNames = useNames('jumboRoll', jumbos, refs)
  return { ...jumboNames, ...useNames('slitRoll', slits, refs) }
}
