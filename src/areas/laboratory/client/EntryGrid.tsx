import { Fragment, useMemo, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '@/contract/resource'
import { useEndpoint, useList } from '@/client/api/use-list'
import { useNames } from '@/client/fields/options'
import { useLanguage, joinWords } from '@/client/format/use-language'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { useCanCall } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { UnsentBadge } from '@/client/resource/UnsentBadge'
import { SkeletonList } from '@/client/ui/Skeleton'
import { useIsPhone } from '@/client/ui/use-device'
import { useQueryParams } from '@/client/use-query-params'
import type { testBatch } from '../contract/test-batch'
import { addRoll, openRetest, proposeTests, testedIndexes } from '../contract/test-data-endpoints'
import { testResult } from '../contract/test-result'
import { CellDeviceBar } from './device/CellDeviceBar'
import { MeanText, getPendingInfo, parseSamples, formatSamples } from './cell-samples'
import { buildGridRows, getRowKey, dropPartlyLoadedRoll, type EntryGridRow } from './grid-rows'
import { ColumnLimitsText, OutsideLimitsNotice, useBatchLimits } from './batch-limits'
import { RollEntryView } from './RollEntryView'
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
  const [, changeParams] = useQueryParams()
  const canRetest = useCanCall(openRetest) && editable
  const canAddRoll = useCanCall(addRoll) && editable
  const results = useList(
    testResult,
    useMemo(() => ({ batchId: batch.id, size: PAGE_SIZE, sort: 'rolledAt' }), [batch.id]),
  )
  const testedIndexesQuery = useEndpoint(
    testedIndexes,
    useMemo(
      () => ({ productId: batch.productId, workOrderId: batch.workOrderId }),
      [batch.productId, batch.workOrderId],
    ),
  )
  const proposedTestsQuery = useEndpoint(
    proposeTests,
    useMemo(() => ({ workOrderId: batch.workOrderId }), [batch.workOrderId]),
    { enabled: editable && batch.workOrderId !== null, resources: ['testResult', 'jumboRoll'] },
  )
  // A closed batch shows only tested rolls.
  const untestedRolls = useMemo(
    () => (editable ? (proposedTestsQuery.data ?? []) : []),
    [editable, proposedTestsQuery.data],
  )
  const saveCell = useSaveCell(batch.id)
  const getLimits = useBatchLimits(batch.id)
  const refusedCells = useRefusedCells(batch.id)
  const showsOneRoll = useIsPhone() && editable
  const tableRef = useRef<HTMLTableElement>(null)
  // Last text sent from each input. Without it, leaving the input again before the server's answer would send the same
  // text twice.
  const sentTexts = useRef(new WeakMap<HTMLInputElement, string>())
  const [unplacedTexts, setUnplacedTexts] = useState<readonly string[]>([])
  // Leaves out the last roll while only some of its results are loaded.
  const completeResults = useMemo(
    () => dropPartlyLoadedRoll(results.rows, results.hasMore),
    [results.rows, results.hasMore],
  )
  const rows = useMemo(() => buildGridRows(completeResults, untestedRolls), [completeResults, untestedRolls])
  const loadedNames = useMemo(
    () => ({
      ...Object.fromEntries(untestedRolls.map(({ jumboRollId, roll }) => [jumboRollId, roll])),
      ...results.refs,
    }),
    [untestedRolls, results.refs],
  )
  const rollNumberById = useRollNumbers(rows, loadedNames)
  const indexes = useMemo(() => {
    const proposedIndexes = (untestedRolls[0]?.indexes ?? []).map(({ indexId, index, unit, signed, samples }) => ({
      indexId,
      name: index,
      unit,
      signed,
      samples,
    }))
    const resultIndexIds = new Set(completeResults.map(({ indexId }) => indexId))
    const indexesWithResults = (testedIndexesQuery.data ?? [])
      .filter(({ indexId }) => resultIndexIds.has(indexId))
      .map(({ indexId, name, unit, signed, samples }) => ({ indexId, name, unit, signed, samples: samples ?? 1 }))
    // The server does not list an index yet if its first value is still unsent on this phone.
    const listedIndexIds = new Set(indexesWithResults.map(({ indexId }) => indexId))
    return [...indexesWithResults, ...proposedIndexes.filter(({ indexId }) => !listedIndexIds.has(indexId))]
  }, [testedIndexesQuery.data, untestedRolls, completeResults])
  const resultByCell = useMemo(
    () => new Map(completeResults.map((row) => [`${getRowKey(row)} ${row.indexId}`, row])),
    [completeResults],
  )
  const otherRollButtons = (canAddRoll || canRetest) && (
    <div className="cluster">
      {canAddRoll && <Button onClick={() => changeParams({ act: 'roll' })}>{t('actions.testResult_addRoll')}</Button>}
      {canRetest && (
        <Button onClick={() => changeParams({ act: 'retest', roll: null, slit: null })}>
          {t('pages.qualityData.retestOther')}
        </Button>
      )}
    </div>
  )
  if (results.isLoading || !refusedCells.cells) return <SkeletonList />
  if (results.error && completeResults.length === 0) return <NotLoadedView query={results} />
  if (rows.length === 0)
    return (
      <section className="lab-grid">
        <p className="quiet">{t('pages.qualityData.noRolls')}</p>
        {otherRollButtons}
      </section>
    )

  /**
   * Saves the samples of a cell. A refused text stays in the cell, with the reason below the text.
   * @returns false if the text was refused
   */
  const saveText = async (row: EntryGridRow, index: (typeof indexes)[number], text: string): Promise<boolean> => {
    const key = `${row.key} ${index.indexId}`
    const previousResult = resultByCell.get(key)
    const refusal = await saveCell(row, index, previousResult, parseSamples(text, previousResult))
    if (refusal === null) refusedCells.clearRefusal(key)
    else refusedCells.refuse(key, { text, why: refusal })
    return refusal === null
  }
  const saveInput = async (row: EntryGridRow, index: (typeof indexes)[number], input: HTMLInputElement) => {
    const key = `${row.key} ${index.indexId}`
    const value = input.value.trim()
    if (value === refusedCells.cells?.[key]?.text) return
    const previousResult = resultByCell.get(key)
    if (value === (sentTexts.current.get(input) ?? formatSamples(previousResult)) || (!previousResult && value === ''))
      return refusedCells.clearRefusal(key)
    sentTexts.current.set(input, value)
    if (!(await saveText(row, index, value))) sentTexts.current.delete(input)
  }
  const getRowLabel = (row: EntryGridRow) => {
    const name = rollNumberById[getRollId(row)] ?? '…'
    return row.retest ? t('pages.qualityData.retestOf', { roll: name, no: row.retest }) : name
  }
  const getCellInput = (row: number, column: number) =>
    tableRef.current?.querySelector<HTMLInputElement>(`input[data-at="${row} ${column}"]`) ?? null
  const moveCursor = (event: KeyboardEvent, row: number, column: number) => {
    const isDown = event.key === 'Enter' || event.key === 'ArrowDown'
    if (!isDown && event.key !== 'ArrowUp') return
    event.preventDefault()
    const step = isDown ? 1 : -1
    let targetRow = row + step
    // Skips retest rows that do not test this index again: their cell has no input.
    while (rows[targetRow] && !getCellInput(targetRow, column)) targetRow += step
    getCellInput(targetRow, column)?.focus()
  }
  const onPaste = (event: ClipboardEvent, row: number, column: number) => {
    const lines = event.clipboardData
      .getData('text')
      .replace(/\r?\n$/, '')
      .split(/\r?\n/)
    if (lines.length === 1 && !lines[0]?.includes('\t')) return
    event.preventDefault()
    const textsWithoutCell: string[] = []
    lines.forEach((line, i) =>
      line.split('\t').forEach((text, j) => {
        const gridRow = rows[row + i]
        const index = indexes[column + j]
        const cell = getCellInput(row + i, column + j)
        if (!gridRow || !index || !cell) return text.trim() && textsWithoutCell.push(text.trim())
        cell.value = text.trim()
        void saveInput(gridRow, index, cell)
      }),
    )
    setUnplacedTexts(textsWithoutCell)
  }
  return (
    <section className="lab-grid">
      {editable && !showsOneRoll && <p className="quiet">{t('pages.qualityData.entryHint')}</p>}
      {editable && <CellDeviceBar table={tableRef} rows={rows.length} indexes={indexes} />}
      {unplacedTexts.length > 0 && (
        <p role="alert" className="lab-refused">
          {t('pages.qualityData.unplaced', {
            count: unplacedTexts.length,
            values:
              joinWords(unplacedTexts.slice(0, MAX_NAMED_VALUES), language) +
              (unplacedTexts.length > MAX_NAMED_VALUES ? ' …' : ''),
          })}
        </p>
      )}
      <RefusedCellList
        results={completeResults}
        indexes={indexes}
        names={rollNumberById}
        onOpen={(unsent) => changeParams({ unsent })}
      />
      {showsOneRoll ? (
        <RollEntryView
          rows={rows.map((row) => ({
            key: row.key,
            label: getRowLabel(row),
            cells: indexes.flatMap((index) => {
              const key = `${row.key} ${index.indexId}`
              const result = resultByCell.get(key)
              // A retest has only the indexes that are tested again.
              if (!result && row.retest > 0) return []
              const limits = getLimits(getRollId(row), index.indexId)
              return { ...index, result, limits, refusal: refusedCells.cells?.[key] }
            }),
          }))}
          onSave={(rowIndex, indexId, text) => {
            const row = rows[rowIndex]
            const index = indexes.find((candidate) => candidate.indexId === indexId)
            if (row && index) void saveText(row, index, text)
          }}
        />
      ) : (
        <div className="lab-grid-scroll">
          <table ref={tableRef}>
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
                const rowLabel = getRowLabel(row)
                const cells = indexes.map((index) => ({
                  ...index,
                  result: resultByCell.get(`${row.key} ${index.indexId}`),
                  refusal: refusedCells.cells?.[`${row.key} ${index.indexId}`],
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
                        {canRetest && cells.some(({ result }) => result && result.samples.length > 0) && (
                          <Button
                            look="quiet"
                            aria-label={`${t('actions.testResult_retest')} ${rowLabel}`}
                            onClick={() => changeParams({ act: 'retest', roll: row.jumboRollId, slit: row.slitRollId })}
                          >
                            {t('actions.testResult_retest')}
                          </Button>
                        )}
                      </th>
                      {cells.map(({ result, refusal, ...index }, j) => (
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
                                refusal !== undefined || getPendingInfo(result)?.state === 'attention' || undefined
                              }
                              aria-describedby={refusal && `why-${i}-${j}`}
                              onBlur={(event) => void saveInput(row, index, event.target)}
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
                          <UnsentBadge pending={getPendingInfo(result)} />
                        </td>
                      ))}
                    </tr>
                  </Fragment>
                )
              })}
            </tbody>
          </table>
        </div>
      )}
      {otherRollButtons}
      {results.hasMore && (
        <p className="cluster middle gap-3">
          {t('pages.qualityData.resultsShown', { shown: completeResults.length, total: results.total })}
          <Button disabled={results.isFetching} onClick={results.loadMore}>
            {t('client:resource.more')}
          </Button>
        </p>
      )}
    </section>
  )
}
const getRollId = ({ jumboRollId, slitRollId }: EntryGridRow): string => slitRollId ?? jumboRollId
/** Loads the numbers printed on the labels of jumbo and slit rolls, by roll id. */
function useRollNumbers(rows: readonly EntryGridRow[], refs: Readonly<Record<string, string>>): Record<string, string> {
  const jumboRollIds = useMemo(() => [...new Set(rows.map((row) => row.jumboRollId))], [rows])
  const slitRollIds = useMemo(() => [...new Set(rows.flatMap((row) => row.slitRollId ?? []))], [rows])
  const jumboNames = useNames('jumboRoll', jumboRollIds, refs)
  return { ...jumboNames, ...useNames('slitRoll', slitRollIds, refs) }
}
