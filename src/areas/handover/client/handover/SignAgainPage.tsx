import './handover.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '@/client/api/notify'
import { getPhoneStore, type UnsentCommand } from '@/client/api/phone'
import { useRow } from '@/client/api/use-list'
import { RowBoundary } from '@/client/resource/QueryBoundary'
import { Button } from '@/client/ui/Button'
import { PageFrame } from '@/client/ui/PageFrame'
import { handover } from '../../contract/handover'
import { HandoverContentView } from './HandoverPanel'
import type { HandoverRow } from './use-handover-commands'

/**
 * Page for a signature that is unsent or was refused. The page shows the refusal and the current handover. The person
 * can sign again after a refusal, or discard the signature.
 */
export function SignAgainPage({ unsent, title, onBack }: { unsent: UnsentCommand; title: string; onBack: () => void }) {
  const { t } = useTranslation(['handover', 'client'])
  const rowQuery = useRow(handover, unsent.entityId)
  const [busy, setBusy] = useState(false)
  const changeUnsentCommand = async (action: (phone: Awaited<ReturnType<typeof getPhoneStore>>) => Promise<void>) => {
    setBusy(true)
    try {
      await action(await getPhoneStore())
      onBack()
    } catch (error) {
      void notify(`${t('client:resource.notSaved')}: ${error instanceof Error ? error.message : String(error)}`, 'fail')
      setBusy(false)
    }
  }
  const isRefused = unsent.state === 'attention'
  const signAgain = (version: number) =>
    changeUnsentCommand((phone) => phone.edit(unsent.id, { ...unsent.body, version }, version))
  return (
    <RowBoundary query={rowQuery} onBack={onBack}>
      {(row) => (
        <PageFrame
          primaryStaysAtBottom
          title={title}
          onBack={onBack}
          primary={
            <>
              <Button
                className="beside"
                disabled={busy}
                onClick={() => void changeUnsentCommand((phone) => phone.discard(unsent.id))}
              >
                {t('pages.handover.withdraw')}
              </Button>
              {isRefused && (
                <Button look="primary" disabled={busy} onClick={() => void signAgain(row.version)}>
                  {t('pages.handover.signAgain')}
                </Button>
              )}
            </>
          }
        >
          <div className="handover stack gap-4">
            {isRefused ? (
              <p className="ui-card is-warned" role="alert">
                <b>{t('pages.handover.notSigned')}</b> {unsent.lastError?.message}
              </p>
            ) : (
              <p className="ui-card">{t('client:resource.savedHere')}</p>
            )}
            {/* Omits the signature list: on this phone it still includes the unsent signature. */}
            <HandoverContentView row={row as HandoverRow} refs={rowQuery.refs} />
          </div>
        </PageFrame>
      )}
    </RowBoundary>
  )
}
