import { defineEndpoint, listOutput, objectOutput, type Access, type ApiRoute } from '@/contract/endpoint'
import { choice, flag, integer, list, moment, note, reference, text, type Fields } from '@/contract/field'
import type { PageName } from '@/contract/menu'
import { resourceOutput, type Resource, type OperationRoutes } from '@/contract/resource'
import { approvalStates, decisions } from '../rules/approval'
import { approversInput, decisionInput, replacementInput, standardsArea } from './approval'

export interface ApprovalRoutes {
  newVersion: ApiRoute
  submit: ApiRoute
  withdraw: ApiRoute
  ratify: ApiRoute
  replaceApprover: ApiRoute
  approval: ApiRoute
  approvers: ApiRoute
}
/** Defines the endpoints of the approval. `approverFilters` are inputs that narrow the list of possible approvers. */
export function defineApprovalEndpoints<
  N extends string,
  F extends Fields,
  O extends OperationRoutes,
  const I extends Fields = {},
>(
  resource: Resource<N, F, O>,
  pages: readonly PageName[],
  { view, approverFilters, routes }: { view: Access; approverFilters?: I; routes: ApprovalRoutes },
) {
  const output = resourceOutput(resource)
  const id = reference(resource.name, { required: true })
  // A decision applies to the row version that the person has read.
  const versionInput = { id, version: integer({ required: true, min: 1 }) } as const
  const toPermissions = (suffix: string) => pages.map((page) => `${page}${suffix}`)
  const toEndpointName = <const V extends string>(verb: V) => `${resource.name}.${verb}`
  return {
    /** 新版本: copies the version in force to a draft of the next revision. A code has at most one draft. */
    newVersion: defineEndpoint(toEndpointName('newVersion'), {
      area: standardsArea,
      routes: routes.newVersion,
      access: toPermissions('Add'),
      effect: 'write',
      input: { id },
      output,
    }),
    /** 提交审批: submits a draft to its approvers, in order. */
    submit: defineEndpoint(toEndpointName('submit'), {
      area: standardsArea,
      routes: routes.submit,
      access: toPermissions('SetApprover'),
      effect: 'write',
      input: { ...versionInput, approvers: approversInput },
      output,
    }),
    /** 撤回: withdraws a version from approval; the next submission starts over. */
    withdraw: defineEndpoint(toEndpointName('withdraw'), {
      area: standardsArea,
      routes: routes.withdraw,
      access: toPermissions('SetApprover'),
      effect: 'write',
      input: versionInput,
      output,
    }),
    /** 审批: records the decision of the approver whose turn it is; the last agreement puts the version in force. */
    ratify: defineEndpoint(toEndpointName('ratify'), {
      area: standardsArea,
      routes: routes.ratify,
      access: toPermissions('Approve'),
      effect: 'write',
      input: { ...versionInput, decision: decisionInput, reason: note({ max: 1000 }) },
      output,
    }),
    /** 更换审批人: replaces an approver who cannot answer. Needs the permission to approve; authors are excluded. */
    replaceApprover: defineEndpoint(toEndpointName('replaceApprover'), {
      area: standardsArea,
      routes: routes.replaceApprover,
      access: toPermissions('Approve'),
      effect: 'write',
      input: { ...versionInput, ...replacementInput },
      output,
    }),
    /** Returns the approval status of a version. */
    approval: defineEndpoint(toEndpointName('approval'), {
      area: standardsArea,
      routes: routes.approval,
      access: view,
      effect: 'read',
      input: { id },
      output: objectOutput({
        state: choice(approvalStates, { required: true }),
        waitingFor: reference('user'),
        mine: flag({ required: true }),
        approvers: list({
          userId: reference('user', { required: true }),
          name: text({ required: true, nameOf: 'userId' }),
          decision: choice(decisions),
          decidedAt: moment(),
          reason: note(),
        }),
      }),
    }),
    /** Lists people with the permission to approve. */
    approvers: defineEndpoint(toEndpointName('approverOptions'), {
      area: standardsArea,
      routes: routes.approvers,
      access: view,
      effect: 'read',
      input: (approverFilters ?? {}) as I,
      output: listOutput({ id: text({ required: true }), label: text({ required: true }), detail: text() }),
    }),
  }
}
