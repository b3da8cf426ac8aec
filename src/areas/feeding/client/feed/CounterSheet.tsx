import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { uuid7 } from '@/contract/id'
import { notify } from '@/client/api/notify'
import { savedText } from '@/client/api/saved'
import { phone, type Unsent } from '@/client/api/phone'
import { useCommand } from '@/client/api/use-command'
import { readNumber } from '@/client/fields/number-input'
import { Button } from '@/client/ui/Button'
import { Sheet } from '@/client/ui/Sheet'
import { counterFeed } from '../../contract/feed'
import { counterKg } from '../../rules/feed'
import type { FeedLine } from './judge'

const reasons = ['weighing', 'wrongLot', 'wrongHopper', 'notFed'] as const

interface Props {
  line: Pick<FeedLine, 'id'>
  left: number
  name: string
  /** Being corrected before it is sent. */ unsent?: Unsent
  onClose: () => void
}
/** 冲销: takes a line back, whole unless less is typed, with the reason. The line itself stays as it was. */
export function CounterSheet({ line, left, name, unsent, onClose }: Props) {
  const { t } = useTranslation(['feeding', 'client'])
  const command = useCommand(counterFeed)
  const [counterId] = useState(() => uuid7())
  const [text, setText] = useState(String(unsent?.body['kg'] ?? left))
  const [reason, setReason] = useState(String(unsent?.body['reason'] ?? ''))
  const kg = Number(readNumber(text) ?? Number.NaN)
  const fits = counterKg(left, [], kg) !== null
  async function take() {
    try {
      const store = await phone()
      const body = { id: line.id, kg, reason: reason.trim() }
      if (unsent) await store.edit(unsent.id, { ...unsent.body, ...body })
      else await command.run({ ...body, counterId, occurredAt: store.moment() })
      void notify(t(savedText()), 'success')
      onClose()
    } catch (error) {
      void notify(
        t('pages.rawMaterial.notSaved', { reason: error instanceof Error ? error.message : String(error) }),
        'fail',
      )
    }
  }
  return (
    <Sheet open onClose={onClose} title={`${t('actions.feed_counter')} · ${name}`}>
      <form
        className="feed-sheet"
        onSubmit={(event) => {
          event.preventDefault()
          if (fits && reason.trim()) void take()
        }}
      >
        <label htmlFor="counter-kg">{t('pages.rawMaterial.takeBackKg', { left })}</label>
        <span className="with-unit">
          <input
            id="counter-kg"
            className="ui-input"
            inputMode="decimal"
            value={text}
            aria-invalid={!fits}
            aria-describedby="counter-says"
            onChange={(event) => setText(event.target.value)}
            autoComplete="off"
          />
          <span className="unit">kg</span>
        </span>
        <output id="counter-says" className={fits ? 'quiet' : 'form-wrong'}>
          {fits ? t('pages.rawMaterial.staysAsIs') : t('refusals.counter.tooMuch', { left, wanted: text || '–' })}
        </output>
        <label htmlFor="counter-reason">{t('feed.fields.reason')}</label>
        <div className="feed-often">
          {reasons.map((one) => {
            const word = t(`pages.rawMaterial.reason.${one}`)
            return (
              <Button key={one} aria-pressed={reason === word} onClick={() => setReason(word)}>
                {word}
              </Button>
            )
          })}
        </div>
        <input
          id="counter-reason"
          className="ui-input"
          maxLength={1000}
          required
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          autoComplete="off"
        />
        <div className="ui-actions">
          <Button onClick={onClose}>{t('client:ui.cancel')}</Button>
          <Button type="submit" look="primary" disabled={!fits || !reason.trim() || command.busy}>
            {t('actions.feed_counter')}
          </Button>
        </div>
      </form>
    </Sheet>
  )
}
