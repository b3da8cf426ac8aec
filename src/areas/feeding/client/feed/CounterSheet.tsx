import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createUuid7 } from '@/contract/id'
import { notify } from '@/client/api/notify'
import { toQueuedResult, notifySaved } from '@/client/api/notify-saved'
import { getPhone, type UnsentCommand } from '@/client/api/phone'
import { useCommand } from '@/client/api/use-command'
import { usePresets } from '@/client/fields/PresetButtons'
import { parseNumberText } from '@/client/fields/number-input'
import { Button } from '@/client/ui/Button'
import { ExplainedButton } from '@/client/ui/ExplainedButton'
import { Dialog } from '@/client/ui/Dialog'
import { counterFeed } from '../../contract/feed'
import { counterReasons, reasonOfCause } from '../../contract/usual-reasons'
import { counterCauses, counterKg, empties, type CounterCause } from '../../rules/feed'
import type { FeedLine } from './judge'

interface Props {
  line: Pick<FeedLine, 'id' | 'hopperId'>
  left: number
  name: string
  /** Unsent command to correct. */ unsent?: UnsentCommand
  onClose: () => void
}
/**
 * 冲销: dialog that reverses a line with a reason, completely unless a smaller mass is entered; or records that its
 * hopper was emptied and how much of the line went back to the store. The line itself stays unchanged.
 */
export function CounterSheet({ line, left, name, unsent, onClose }: Props) {
  const { t } = useTranslation(['feeding', 'client'])
  const command = useCommand(counterFeed)
  const [counterId] = useState(() => createUuid7())
  const [cause, setCause] = useState((unsent?.body['cause'] as CounterCause | undefined) ?? 'correction')
  // A reason that equals the preset of the cause was not entered by a person.
  const typed = String(unsent?.body['reason'] ?? '')
  const [reason, setReason] = useState(typed === reasonOfCause(cause) ? '' : typed)
  const usual = usePresets(counterReasons)
  const [text, setText] = useState(String(unsent?.body['kg'] ?? (empties(cause) ? '' : left)))
  const emptied = empties(cause)
  // Without a weight, the server takes the content of an emptied hopper from its lot allocation.
  const unweighed = emptied && text.trim() === ''
  const kg = unweighed ? null : Number(parseNumberText(text) ?? Number.NaN)
  const fits = unweighed || counterKg(left, [], kg, cause) !== null
  const said = reason.trim() || reasonOfCause(cause)
  function choose(next: CounterCause) {
    if (empties(next) !== emptied) setText(empties(next) ? '' : String(left))
    setCause(next)
  }
  async function take() {
    try {
      const store = await getPhone()
      const body = { id: line.id, kg, ...(emptied || unsent?.body['cause'] ? { cause } : {}), reason: said }
      const result = unsent
        ? toQueuedResult(unsent.id)
        : await command.run({ ...body, counterId, occurredAt: store.moment() })
      if (unsent) await store.edit(unsent.id, { ...unsent.body, ...body })
      void notifySaved(t, result)
      onClose()
    } catch (error) {
      void notify(
        t('pages.rawMaterial.notSaved', { reason: error instanceof Error ? error.message : String(error) }),
        'fail',
      )
    }
  }
  return (
    <Dialog open onClose={onClose} title={`${t('actions.feed_counter')} · ${name}`}>
      <form
        className="feed-sheet"
        onSubmit={(event) => {
          event.preventDefault()
          if (fits && said) void take()
        }}
      >
        {line.hopperId && (
          <div className="feed-often" role="group" aria-label={t('feed.fields.cause')}>
            {counterCauses.map((one) => (
              <Button key={one} aria-pressed={cause === one} onClick={() => choose(one)}>
                {t(`feed.options.cause.${one}`)}
              </Button>
            ))}
          </div>
        )}
        <label htmlFor="counter-kg">
          {t(emptied ? 'pages.rawMaterial.backToStoreKg' : 'pages.rawMaterial.takeBackKg', { left })}
        </label>
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
          {fits
            ? t(emptied ? 'pages.rawMaterial.hopperEnds' : 'pages.rawMaterial.staysAsIs')
            : t('refusals.counter.tooMuch', { left, wanted: text || '–' })}
        </output>
        <label htmlFor="counter-reason">{t('feed.fields.reason')}</label>
        <div className="feed-often" hidden={emptied}>
          {usual.options.map(({ preset, word }) => (
            <Button key={preset} aria-pressed={reason === preset} onClick={() => setReason(preset)}>
              {word}
            </Button>
          ))}
        </div>
        <input
          id="counter-reason"
          className="ui-input"
          maxLength={1000}
          required={!emptied}
          value={usual.toDisplayText(reason)}
          onChange={(event) => setReason(usual.toStoredText(event.target.value))}
          autoComplete="off"
        />
        <div className="ui-actions">
          <Button onClick={onClose}>{t('client:ui.cancel')}</Button>
          <ExplainedButton
            type="submit"
            look="primary"
            disabledReason={command.busy || !fits ? '' : said ? null : t('client:ui.reasonMissing')}
          >
            {t('actions.feed_counter')}
          </ExplainedButton>
        </div>
      </form>
    </Dialog>
  )
}
