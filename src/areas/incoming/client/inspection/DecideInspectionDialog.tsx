import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getAllowedCommands } from '@/contract/command-rights'
import { useCommand } from '@/client/api/use-command'
import { ResourceStateBadge } from '@/client/resource/ResourceStateBadge'
import { useActor } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { Dialog } from '@/client/ui/Dialog'
import {
  concedeInspection,
  decisionCommands,
  rejectInspection,
  releaseInspection,
} from '../../contract/inspection-commands'
import { materialInspection } from '../../contract/material-inspection'
import { lotStateByInspectionState, materialInspectionLifecycle } from '../../rules/material-inspection'
import { inspectionResultTones, inspectionStateTones } from '../inspection-tones'
import type { InspectionWithPending } from './format-inspection'

type DecisionAction = (typeof decisionCommands)[number]['action']

/** 判定: release, concession or rejection, with the resulting state of the lot. All but a release need a reason. */
export function DecideInspectionDialog({ row, onClose }: { row: InspectionWithPending; onClose: () => void }) {
  const { t } = useTranslation(['incoming', 'feeding', 'client'])
  const [chosenAction, setChosenAction] = useState<DecisionAction | null>(null)
  const [reason, setReason] = useState('')
  const allowedCommands = getAllowedCommands(decisionCommands, row, useActor())
  const commands = {
    release: useCommand(releaseInspection),
    concede: useCommand(concedeInspection),
    reject: useCommand(rejectInspection),
  }
  // Someone else may decide while the dialog is open.
  const action = allowedCommands.some((command) => command.action === chosenAction)
    ? (chosenAction as keyof typeof commands)
    : null
  const transition = action && materialInspectionLifecycle.actions[action]
  const isReasonMissing = transition !== null && 'requiredInputs' in transition && !reason.trim()
  const isBusy = Object.values(commands).some((command) => command.busy)
  async function decide() {
    if (!action || isReasonMissing) return
    const isSaved = await commands[action].run(
      { id: row.id, version: row.version, reason: reason.trim() },
      { changedResources: ['materialLot', 'feed'] },
    )
    if (isSaved) onClose()
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
          {allowedCommands.length === 0 && (
            <ResourceStateBadge resource={materialInspection} state={row.state} tones={inspectionStateTones} />
          )}
          <ResourceStateBadge
            resource={materialInspection}
            field="result"
            state={row.result}
            tones={inspectionResultTones}
          />
          <span className="quiet">{t('pages.inspections.nonconforming', { n: row.nonconforming })}</span>
        </p>
        <div className="incoming-choices">
          {allowedCommands.map((command) => (
            <Button
              key={command.action}
              aria-pressed={command.action === chosenAction}
              onClick={() => setChosenAction(command.action)}
            >
              {t(`actions.materialInspection_${command.action as keyof typeof commands}`)}
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
          {transition &&
            (isReasonMissing
              ? t('pages.inspections.reasonNeeded')
              : t('pages.inspections.lotBecomes', {
                  state: t(`feeding:materialLot.options.state.${lotStateByInspectionState[transition.to]}`),
                }))}
        </output>
        <div className="ui-actions">
          <Button onClick={onClose}>{t('client:ui.cancel')}</Button>
          <Button
            type="submit"
            look={action === 'reject' ? 'danger' : 'primary'}
            disabled={!action || isReasonMissing || isBusy}
          >
            {action ? t(`actions.materialInspection_${action}`) : t('pages.inspections.decide')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
