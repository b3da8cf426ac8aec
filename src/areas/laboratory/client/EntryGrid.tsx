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
import { addRoll, openRetest, proposeTests, testedIndexes } from '../contract/test-data-calls'
import { testResult } from '../contract/test-result'
import { CellDevice } from './device/CellDevice'
import { Mean, pendingOf, samplesOf, written } from './cell'
import { gridRows, rowKey, wholeRolls, type GridRow } from './grid-rows'
import { ColumnLimits, OutsideLimits, useLimits } from './limits'
import { RefusedCells } from './RefusedCells'
import { useRefusedCells } from './refused-cells'
import { useSaveCell } from './save-cell'

/** Results per page. */
const PAGE = 500
/** Maximum number of pasted values without a cell that are listed individually. */
const MOST_NAMED = 8
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
    useMemo(() => ({ batchId: batch.id, size: PAGE, sort: 'rolledAt' }), [batch.id]),
  )
  const tested = useEndpoint(
    testedIndexes,
    useMemo(
      () => ({ productId: batch.productId, workOrderId: batch.workOrderId }),
      [batch.productId, batch.workOrderId],
    ),
  )
  const wanted = useEndpoint(
    proposeTests,
    useMemo(() => ({ workOrderId: batch.workOrderId }), [batch.workOrderId]),
    { enabled: editable && batch.workOrderId !== null, resources: ['testResult', 'jumboRoll'] },
  )
  // A closed batch shows only what was tested.
  const untested = useMemo(() => (editable ? (wanted.data ?? []) : []), [editable, wanted.data])
  const saveCell = useSaveCell(batch.id)
  const limitsOf = useLimits(batch.id)
  const refused = useRefusedCells(batch.id)
  const table = useRef<HTMLTableElement>(null)
  // Texts sent from an input. Prevents saving twice, because the answer replaces the input only later.
  const sent = useRef(new WeakMap<HTMLInputElement, string>())
  const [unplaced, setUnplaced] = useState<readonly string[]>([])
  const shown = useMemo(() => wholeRolls(results.rows, results.hasMore), [results.rows, results.hasMore])
  const rows = useMemo(() => gridRows(shown, untested), [shown, untested])
  const known = useMemo(
    () => ({
      ...Object.fromEntries(untested.map(({ jumboRollId, roll }) => [jumboRollId, roll])),
      ...results.refs,
    }),
    [untested, results.refs],
  )
  const names = useRollNames(rows, known)
  const indexes = useMemo(() => {
    const asked = (untested[0]?.indexes ?? []).map(({ indexId, index, unit, signed, samples }) => ({
      indexId,
      name: index,
      unit,
      signed,
      samples,
    }))
    const have = new Set(shown.map(({ indexId }) => indexId))
    const there = (tested.data ?? [])
      .filter(({ indexId }) => have.has(indexId))
      .map(({ indexId, name, unit, signed, samples }) => ({ indexId, name, unit, signed, samples: samples ?? 1 }))
    // The server does not list an index yet if its first value is still unsent on this phone.
    const known = new Set(there.map(({ indexId }) => indexId))
    return [...there, ...asked.filter(({ indexId }) => !known.has(indexId))]
  }, [tested.data, untested, shown])
  const byCell = useMemo(() => new Map(shown.map((row) => [`${rowKey(row)} ${row.indexId}`, row])), [shown])
  const otherRolls = (mayAddRoll || mayRetest) && (
    <div className="lab-others">
      {mayAddRoll && <Button onClick={() => change({ act: 'roll' })}>{t('actions.testResult_addRoll')}</Button>}
      {mayRetest && (
        <Button onClick={() => change({ act: 'retest', roll: null, slit: null })}>
          {t('pages.qualityData.retestOther')}
        </Button>
      )}
    </div>
  )
  if (results.isLoading || !refused.of) return <SkeletonList />
  if (results.error && shown.length === 0) return <NotLoadedView of={results} />
  if (rows.length === 0)
    return (
      <section className="lab-grid">
        <p className="quiet">{t('pages.qualityData.noRolls')}</p>
        {otherRolls}
      </section>
    )

  /** Saves a cell. A refused text stays in the cell with the reason below it. */
  const save = async (row: GridRow, index: (typeof indexes)[number], cell: HTMLInputElement) => {
    const before = byCell.get(`${row.key} ${index.indexId}`)
    const samples = samplesOf(cell.value, before)
    const value = cell.value.trim()
    const key = `${row.key} ${index.indexId}`
    if (value === refused.of?.[key]?.text) return
    if (value === (sent.current.get(cell) ?? written(before)) || (!before && samples.length === 0))
      return refused.mended(key)
    sent.current.set(cell, value)
    const why = await saveCell(row, index, before, samples)
    if (why === null) return refused.mended(key)
    sent.current.delete(cell)
    refused.refuse(key, { text: value, why })
  }
  const cellAt = (row: number, column: number) =>
    table.current?.querySelector<HTMLInputElement>(`input[data-at="${row} ${column}"]`) ?? null
  const move = (event: KeyboardEvent, row: number, column: number) => {
    const step = event.key === 'Enter' || event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    let to = row + step
    while (rows[to] && !cellAt(to, column)) to += step // cells without a retest have no input
    cellAt(to, column)?.focus()
  }
  const paste = (event: ClipboardEvent, row: number, column: number) => {
    const lines = event.clipboardData
      .getData('text')
      .replace(/\r?\n$/, '')
      .split(/\r?\n/)
    if (lines.length === 1 && !lines[0]?.includes('\t')) return
    event.preventDefault()
    const left: string[] = []
    lines.forEach((line, i) =>
      line.split('\t').forEach((text, j) => {
        const [of, index] = [rows[row + i], indexes[column + j]]
        const cell = cellAt(row + i, column + j)
        if (!of || !index || !cell) return text.trim() && left.push(text.trim())
        cell.value = text.trim()
        void save(of, index, cell)
      }),
    )
    setUnplaced(left)
  }
  return (
    <section className="lab-grid">
      {editable && <p className="quiet">{t('pages.qualityData.entryHint')}</p>}
      {editable && <CellDevice table={table} rows={rows.length} indexes={indexes} />}
      {unplaced.length > 0 && (
        <p role="alert" className="lab-refused">
          {t('pages.qualityData.unplaced', {
            count: unplaced.length,
            values: joinWords(unplaced.slice(0, MOST_NAMED), language) + (unplaced.length > MOST_NAMED ? ' …' : ''),
          })}
        </p>
      )}
      <RefusedCells of={shown} indexes={indexes} names={names} onOpen={(unsent) => change({ unsent })} />
      <div className="lab-grid-scroll">
        <table ref={table}>
          <thead>
            <tr>
              <th scope="col">{t('pages.qualityData.roll')}</th>
              {indexes.map(({ indexId, name, unit }) => (
                <th key={indexId} scope="col">
                  {name}
                  {unit && <small> {unit}</small>}
                  <ColumnLimits of={rows.map((row) => limitsOf(rollOf(row), indexId))} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, i) => {
              const name = names[row.slitRollId ?? row.jumboRollId] ?? '…'
              const said = row.retest ? t('pages.qualityData.retestOf', { roll: name, no: row.retest }) : name
              const cells = indexes.map((index) => ({
                ...index,
                result: byCell.get(`${row.key} ${index.indexId}`),
                why: refused.of?.[`${row.key} ${index.indexId}`],
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
                        {said}
                        {row.reasons.length > 0 && <small>{row.reasons.join('; ')}</small>}
                      </span>
                      {mayRetest && cells.some(({ result }) => result && result.samples.length > 0) && (
                        <Button
                          look="quiet"
                          aria-label={`${t('actions.testResult_retest')} ${said}`}
                          onClick={() => change({ act: 'retest', roll: row.jumboRollId, slit: row.slitRollId })}
                        >
                          {t('actions.testResult_retest')}
                        </Button>
                      )}
                    </th>
                    {cells.map(({ result, why, ...index }, j) => (
                      <td key={index.indexId}>
                        {editable && (result || row.retest === 0) ? (
                          <input
                            className="ui-input"
                            data-at={`${i} ${j}`}
                            aria-label={`${said} ${index.name}`}
                            inputMode="decimal"
                            key={`${result?.version ?? 0} ${written(result)}`}
                            defaultValue={why?.text ?? written(result)}
                            aria-invalid={why !== undefined || pendingOf(result)?.state === 'attention' || undefined}
                            aria-describedby={why && `why-${i}-${j}`}
                            onBlur={(event) => void save(row, index, event.target)}
                            onKeyDown={(event) => move(event, i, j)}
                            onPaste={(event) => paste(event, i, j)}
                          />
                        ) : (
                          written(result)
                        )}
                        {why && (
                          <small id={`why-${i}-${j}`} className="lab-outside">
                            {why.why}
                          </small>
                        )}
                        <Mean of={result} />
                        <OutsideLimits of={result} limits={limitsOf(rollOf(row), index.indexId)} />
                        <UnsentBadge of={pendingOf(result)} />
                      </td>
                    ))}
                  </tr>
                </Fragment>
              )
            })}
          </tbody>
        </table>
      </div>
      {otherRolls}
      {results.hasMore && (
        <p className="lab-more">
          {t('pages.qualityData.resultsShown', { shown: shown.length, total: results.total })}
          <Button disabled={results.isFetching} onClick={results.loadMore}>
            {t('client:resource.more')}
          </Button>
        </p>
      )}
    </section>
  )
}
const rollOf = ({ jumboRollId, slitRollId }: GridRow): string => slitRollId ?? jumboRollId
/** Loads the numbers of jumbo and slit rolls as on their labels. */
function useRollNames(rows: readonly GridRow[], refs: Readonly<Record<string, string>>): Record<string, string> {
  const jumbos = useMemo(() => [...new Set(rows.map((row) => row.jumboRollId))], [rows])
  const slits = useMemo(() => [...new Set(rows.flatMap((row) => row.slitRollId ?? []))], [rows])
  const ofJumbos = useNames('jumboRoll', jumbos, refs)
  return { ...ofJumbos, ...useNames('slitRoll', slits, refs) }
}
