import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { allowedActions } from '@/contract/state-machine'
import { may, useSession } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { Sheet } from '@/client/ui/Sheet'
import { rollPackage as machine, type PackageState } from '@/areas/rolls/rules/package'
import { ReasonSheet } from '@/client/ui/ReasonSheet'

type Action = 'close' | 'reopen' | 'unpack' | 'store' | 'ship'
const moves: readonly string[] = ['close', 'reopen', 'unpack', 'store', 'ship']

/** What may be done with a package now, by the table the server decides by. */
export function PackageActions({
  row,
  busy,
  onMove,
}: {
  row: { state: PackageState; rolls: number }
  busy: boolean
  onMove: (input: { action: Action; place?: string; reason?: string }) => Promise<unknown>
}) {
  const { t } = useTranslation(['rolls', 'client'])
  const person = useSession()
  const [asking, setAsking] = useState<Action | null>(null)
  const [place, setPlace] = useState('')
  const open = (allowedActions(machine, row.state, (key) => may(person, key)) as string[]).filter(
    (action): action is Action => moves.includes(action) && (row.rolls > 0 || action === 'reopen'),
  )
  const run = async (input: Parameters<typeof onMove>[0]) => {
    if (await onMove(input)) setAsking(null)
  }
  return (
    <>
      <div className="ui-actions">
        {open.map((action) => (
          <Button
            key={action}
            disabled={busy}
            onClick={() => (action === 'store' || action === 'unpack' ? setAsking(action) : void run({ action }))}
          >
            {t(`package.steps.${action}`)}
          </Button>
        ))}
      </div>
      {asking === 'unpack' && (
        <ReasonSheet
          title={t('package.steps.unpack')}
          danger
          busy={busy}
          onClose={() => setAsking(null)}
          onReason={(reason) => void run({ action: 'unpack', reason })}
        />
      )}
      {asking === 'store' && (
        <Sheet open onClose={() => setAsking(null)} title={t('package.steps.store')}>
          <form
            className="sheet-form"
            onSubmit={(event) => {
              event.preventDefault()
              if (place.trim()) void run({ action: 'store', place: place.trim() })
            }}
          >
            <label>
              {t('package.fields.place')}
              <input
                className="ui-input"
                maxLength={60}
                value={place}
                onChange={(event) => setPlace(event.target.value)}
                autoComplete="off"
              />
            </label>
            <div className="ui-actions">
              <Button onClick={() => setAsking(null)}>{t('client:ui.cancel')}</Button>
              <Button type="submit" look="primary" disabled={busy || !place.trim()}>
                {t('package.steps.store')}
              </Button>
            </div>
          </form>
        </Sheet>
      )}
    </>
  )
}
