import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getAllowedCommands } from '@/contract/command-rights'
import { notify } from '@/client/api/notify'
import { useCommand } from '@/client/api/use-command'
import { ResourceStateBadge } from '@/client/resource/ResourceStateBadge'
import { useDoer } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { Dialog } from '@/client/ui/Dialog'
import { recordTrouble } from '@/client/ui/trouble'
import {
  concedeInspection,
  decisionCommands,
  rejectInspection,
  releaseInspection,
} from '../../contract/inspection-commands'
import { materialInspection } from '../../contract/material-inspection'
import { lotStateOf, materialInspection as life } from '../../rules/material-inspection'
import { resultTones, stateTones } from '../tones'
import type { Inspection } from './item-words'

type Action = (typeof decisionCommands)[number]['action']

/** 判定: release, concession or rejection, with the resulting state of the lot. All but a release need a reason. */
export function DecideSheet({ row, onClose }: { row: Inspection; onClose: () => void }) {
  const { t } = useTranslation(['incoming', 'feeding', 'client'])
  const [chosen, setChosen] = useState<Action | null>(null)
  const [reason, setReason] = useState('')
  const open = getAllowedCommands(decisionCommands, row, useDoer())
  const commands = {
    release: useCommand(releaseInspection),
    concede: useCommand(concedeInspection),
    reject: useCommand(rejectInspection),
  }
  // Someone else may decide while the dialog is open.
  const action = open.some((one) => one.action === chosen) ? (chosen as keyof typeof commands) : null
  const rule = action && life.actions[action]
  const owed = rule !== null && 'requiredInputs' in rule && !reason.trim()
  const busy = Object.values(commands).some((one) => one.busy)
  async function decide() {
    if (!action || owed) return
    try {
      await commands[action].run(
        { id: row.id, version: row.version, reason: reason.trim() },
        { changes: ['materialLot', 'feed'] },
      )
      void notify(t('client:resource.saved'), 'success')
      onClose()
    } catch (error) {
      recordTrouble('told by a toast', error)
    }
  }
  return (
    <Dialog open onClose={onClose} title={t('pages.inspections.decideTitle', { number: row.number })}>
      <form
        className="incoming-decide"
        onSubmit={(event) => {
          event.preventDefault()
          void decide()
        }}
      >
        <p className="chips">
          {open.length === 0 && <ResourceStateBadge of={materialInspection} state={row.state} tones={stateTones} />}
          <ResourceStateBadge of={materialInspection} field="result" state={row.result} tones={resultTones} />
          <span className="quiet">{t('pages.inspections.nonconforming', { n: row.nonconforming })}</span>
        </p>
        <div className="incoming-choices">
          {open.map((one) => (
            <Button key={one.action} aria-pressed={one.action === chosen} onClick={() => setChosen(one.action)}>
              {t(`actions.materialInspection_${one.action as keyof typeof commands}`)}
            </Button>
          ))}
        </div>
        <label htmlFor="incoming-reason">{t('materialInspection.fields.reason')}</label>
        <input
          id="incoming-reason"
          className="ui-input"
          maxLength={1000}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          autoComplete="off"
          aria-describedby="incoming-says"
        />
        <output id="incoming-says" className="quiet">
          {rule &&
            (owed
              ? t('pages.inspections.reasonNeeded')
              : t('pages.inspections.lotBecomes', {
                  state: t(`feeding:materialLot.options.state.${lotStateOf[rule.to]}`),
                }))}
        </output>
        <div className="ui-actions">
          <Button onClick={onClose}>{t('client:ui.cancel')}</Button>
          <Button type="submit" look={action === 'reject' ? 'danger' : 'primary'} disabled={!action || owed || busy}>
            {action ? t(`actions.materialInspection_${action}`) : t('pages.inspections.decide')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
