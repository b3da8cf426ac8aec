import './handover.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '@/client/api/notify'
import { getPhone, type UnsentCommand } from '@/client/api/phone'
import { useRow } from '@/client/api/use-list'
import { MissingRowView } from '@/client/resource/MissingRowView'
import { Button } from '@/client/ui/Button'
import { PageFrame } from '@/client/ui/PageFrame'
import { handover } from '../../contract/handover'
import { HandoverContentView } from './HandoverPanel'
import type { HandoverRow } from './use-handover-commands'

/**
 * Page for a signature that is unsent or was refused: shows the refusal and the current handover, and lets the person
 * sign again or discard it. An unsent signature can only be discarded.
 */
export function SignAgainPage({ unsent, title, onBack }: { unsent: UnsentCommand; title: string; onBack: () => void }) {
  const { t } = useTranslation(['handover', 'client'])
  const { row, refs, ...rowQuery } = useRow(handover, unsent.entityId)
  const [busy, setBusy] = useState(false)
  if (!row)
    return (
      <MissingRowView
        query={{
          isLoading: rowQuery.isLoading || rowQuery.isFetching,
          error: rowQuery.error,
          refetch: rowQuery.refetch,
        }}
        onBack={onBack}
      />
    )
  const changeUnsentCommand = async (action: (store: Awaited<ReturnType<typeof getPhone>>) => Promise<void>) => {
    setBusy(true)
    try {
      await action(await getPhone())
      onBack()
    } catch (error) {
      void notify(`${t('client:resource.notSaved')}: ${error instanceof Error ? error.message : String(error)}`, 'fail')
      setBusy(false)
    }
  }
  const isRefused = unsent.state === 'attention'
  const signAgain = () =>
    changeUnsentCommand((store) => store.edit(unsent.id, { ...unsent.body, version: row.version }, row.version))
  return (
    <PageFrame
      primaryStaysAtBottom
      title={title}
      onBack={onBack}
      primary={
        <>
          <Button
            className="beside"
            disabled={busy}
            onClick={() => void changeUnsentCommand((store) => store.discard(unsent.id))}
          >
            {t('pages.handover.withdraw')}
          </Button>
          {isRefused && (
            <Button look="primary" disabled={busy} onClick={() => void signAgain()}>
              {t('pages.handover.signAgain')}
            </Button>
          )}
        </>
      }
    >
      <div className="handover">
        {isRefused ? (
          <p className="ui-card is-warned" role="alert">
            <b>{t('pages.handover.notSigned')}</b> {unsent.lastError?.message}
          </p>
        ) : (
          <p className="ui-card">{t('client:resource.savedHere')}</p>
        )}
        {/* Omits the signature list: on this phone it still includes the unsent signature. */}
        <HandoverContentView row={row as HandoverRow} refs={refs} />
      </div>
    </PageFrame>
  )
}
