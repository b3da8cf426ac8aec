import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { getFieldInLanguage } from '@/contract/language'
import type { Row } from '@/contract/resource'
import { useLanguage } from '@/client/format/use-language'
import { ResourcePage, type PageParts } from '@/client/resource/ResourcePage'
import type { ListRow } from '@/client/resource/build-columns'
import { StateBadge } from '@/client/ui/StateBadge'
import { stopClasses, stopReason } from '@/plant/contract/line-stop'

type StopReasonRow = Row<typeof stopReason>
const resource = stopReason
const ALL_QUERY = { size: 500 }

/** 停机原因: page to maintain the tree of stop reasons. */
export default function ReasonTreePage({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation(['reports', 'plant'])
  const parts = useMemo(
    (): PageParts => ({
      title: t('pages.stops.reasons'),
      onBack,
      renderRows: (list, onOpen, openId) => (
        <ReasonTreeView rows={list.rows as StopReasonRow[]} onOpen={onOpen} openId={openId} />
      ),
    }),
    [t, onBack],
  )
  return <ResourcePage resource={resource} fixedFilters={ALL_QUERY} parts={parts} />
}

function ReasonTreeView({
  rows,
  openId,
  onOpen,
}: {
  rows: readonly StopReasonRow[]
  openId: string | null
  onOpen: (row: ListRow) => void
}) {
  const { t } = useTranslation(['reports', 'plant'])
  const ids = new Set(rows.map((row) => row.id))
  return (
    <div className="stops-scroll reason-tree">
      {stopClasses.map((stopClass) => {
        const classReasons = rows.filter((row) => row.class === stopClass)
        // A search may return a reason without its parent.
        const topReasons = classReasons.filter((row) => row.parentId === null || !ids.has(row.parentId))
        return (
          classReasons.length > 0 && (
            <section key={stopClass} aria-label={t(`plant:stopReason.options.class.${stopClass}`)}>
              <h2>
                {t(`plant:stopReason.options.class.${stopClass}`)} <b>{classReasons.length}</b>
              </h2>
              <ul>
                {topReasons.map((row) => (
                  <li key={row.id}>
                    <ReasonButton row={row} openId={openId} onOpen={onOpen} />
                    {classReasons.some((child) => child.parentId === row.id) && (
                      <ul>
                        {classReasons
                          .filter((child) => child.parentId === row.id)
                          .map((child) => (
                            <li key={child.id}>
                              <ReasonButton row={child} openId={openId} onOpen={onOpen} />
                            </li>
                          ))}
                      </ul>
                    )}
                  </li>
                ))}
              </ul>
            </section>
          )
        )
      })}
    </div>
  )
}
function ReasonButton({
  row,
  openId,
  onOpen,
}: {
  row: StopReasonRow
  openId: string | null
  onOpen: (row: ListRow) => void
}) {
  const { t } = useTranslation(['reports', 'plant'])
  const language = useLanguage()
  return (
    <button
      type="button"
      className="reason-branch cluster middle"
      aria-current={openId === row.id || undefined}
      onClick={() => onOpen(row)}
    >
      <b>{String(getFieldInLanguage(stopReason, row, 'name', language))}</b>
      <small>{row.code}</small>
      {!row.active && <StateBadge tone="idle">{t('pages.stops.off')}</StateBadge>}
    </button>
  )
}
