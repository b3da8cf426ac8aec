import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { inLanguage } from '@/contract/language'
import type { Row } from '@/contract/resource'
import type { List } from '@/client/api/use-list'
import { useLanguage } from '@/client/format/use-language'
import { ResourcePage } from '@/client/resource/ResourcePage'
import type { AnyRow } from '@/client/resource/columns'
import { State } from '@/client/ui/State'
import { stopClasses, stopReason } from '@/plant/contract/line-stop'

type Reason = Row<typeof stopReason>
const of = stopReason
const ALL = { size: 500 }

/** 停机原因: page to maintain the tree of stop reasons. */
export default function ReasonTree({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation(['reports', 'plant'])
  const parts = useMemo(
    () => ({
      title: t('pages.stops.reasons'),
      onBack,
      rows: (list: List<AnyRow>, onOpen: (row: AnyRow) => void, open: string | null) => (
        <Tree rows={list.rows as Reason[]} onOpen={onOpen} open={open} />
      ),
    }),
    [t, onBack],
  )
  return <ResourcePage of={of} fixed={ALL} parts={parts} />
}

function Tree({ rows, open, onOpen }: { rows: readonly Reason[]; open: string | null; onOpen: (row: AnyRow) => void }) {
  const { t } = useTranslation(['reports', 'plant'])
  const ids = new Set(rows.map((row) => row.id))
  return (
    <div className="stops-scroll reason-tree">
      {stopClasses.map((name) => {
        const own = rows.filter((row) => row.class === name)
        // A search may return a reason without its parent.
        const top = own.filter((row) => row.parentId === null || !ids.has(row.parentId))
        return (
          own.length > 0 && (
            <section key={name} aria-label={t(`plant:stopReason.options.class.${name}`)}>
              <h2>
                {t(`plant:stopReason.options.class.${name}`)} <b>{own.length}</b>
              </h2>
              <ul>
                {top.map((row) => (
                  <li key={row.id}>
                    <Branch row={row} open={open} onOpen={onOpen} />
                    {own.some((child) => child.parentId === row.id) && (
                      <ul>
                        {own
                          .filter((child) => child.parentId === row.id)
                          .map((child) => (
                            <li key={child.id}>
                              <Branch row={child} open={open} onOpen={onOpen} />
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
function Branch({ row, open, onOpen }: { row: Reason; open: string | null; onOpen: (row: AnyRow) => void }) {
  const { t } = useTranslation(['reports', 'plant'])
  const language = useLanguage()
  return (
    <button
      type="button"
      className="reason-branch"
      aria-current={open === row.id || undefined}
      onClick={() => onOpen(row)}
    >
      <b>{String(inLanguage(stopReason, row, 'name', language))}</b>
      <small>{row.code}</small>
      {!row.active && <State tone="idle">{t('pages.stops.off')}</State>}
    </button>
  )
}
