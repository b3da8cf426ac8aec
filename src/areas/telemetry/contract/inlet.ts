import { choice, flag, integer, list, moment, note, reference, text } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { payloadFaults } from '../rules/message-parser'

/** Protocols of inlets. */
export const inletKinds = ['mqtt', 'sparkplug', 'opcua'] as const
export type InletKind = (typeof inletKinds)[number]
/** Connection states of inlets. */
export const inletStates = ['off', 'connecting', 'connected', 'failed'] as const
export type InletState = (typeof inletStates)[number]

/** Only people who may set up inlets see the address and user name. */
const setupPermissions = ['meterInquiryAdd', 'meterInquiryEdit', 'meterInquiryDelete'] as const

/** Security policy and message mode of an OPC UA connection, by their names in the standard. */
export const inletSecurities = [
  'none',
  'Basic256Sha256_Sign',
  'Basic256Sha256_SignAndEncrypt',
  'Aes128_Sha256_RsaOaep_Sign',
  'Aes128_Sha256_RsaOaep_SignAndEncrypt',
  'Aes256_Sha256_RsaPss_Sign',
  'Aes256_Sha256_RsaPss_SignAndEncrypt',
] as const
export type InletSecurity = (typeof inletSecurities)[number]

/**
 * 采集接口: a broker or an OPC UA server that supplies readings, stored with the rights of a service account. The password
 * cannot be read back, and must be entered again for another address.
 */
export const inlet = defineResource('inlet', {
  area: 'telemetry',
  fields: {
    name: text({ required: true, max: 60 }),
    kind: choice(inletKinds, { required: true }),
    // mqtt://, mqtts:// or opc.tcp:// with host and port.
    url: text({ required: true, max: 400, viewPermissions: setupPermissions }),
    userName: text({ max: 120, viewPermissions: setupPermissions }),
    password: text({ max: 200, secret: true }),
    // PEM of the certificate authority of the broker, if it is not a public one.
    authority: note({ max: 8000, viewPermissions: setupPermissions }),
    // For OPC UA servers. With any value but `none`, the server must show the trusted certificate.
    security: choice(inletSecurities, { default: 'none' }),
    // SHA-256 of the trusted certificate; PEM is accepted as input.
    serverCertificate: note({ max: 8000 }),
    // SHA-256 of the certificate that the server showed last, which a person may trust.
    shownCertificate: note({ readonly: true, max: 100 }),
    mqttVersion: choice(['5', '3.1.1'], { default: '5' }),
    // Topics to read and the codes of their tags, see `rules/topic`.
    patterns: list({ topic: text({ required: true, max: 200 }), tag: text({ max: 120 }) }, { max: 100 }),
    // Nodes of an OPC UA server.
    nodes: list({ nodeId: text({ required: true, max: 200 }), tag: text({ required: true, max: 120 }) }, { max: 2000 }),
    // Milliseconds between two samples of a node.
    samplingMs: integer({ min: 100, max: 3_600_000, unit: 'ms', default: 1000 }),
    // Number of sessions that share the topics of an MQTT broker. Several instances share the sessions.
    sessions: integer({ min: 1, max: 16, default: 1 }),
    accountId: reference('user', { required: true }),
    enabled: flag({ default: false }),
    state: choice(inletStates, { readonly: true, default: 'off' }),
    // Time of the last change of `state`.
    since: moment({ readonly: true }),
    // May contain the address.
    lastError: note({ readonly: true, max: 400, viewPermissions: setupPermissions }),
    // Number of readings received.
    received: integer({ readonly: true, default: 0 }),
    lastReceivedAt: moment({ readonly: true }),
    // Number of problems with messages; `refusals` holds the last of them.
    refused: integer({ readonly: true, default: 0 }),
    refusals: list(
      {
        at: moment({ required: true }),
        topic: text({ required: true, max: 400 }),
        why: choice(payloadFaults, { required: true }),
        shown: text({ max: 120 }),
      },
      { readonly: true, max: 20 },
    ),
    note: note({ max: 1000 }),
  },
  title: ['name'],
  unique: [['name']],
  filters: ['kind', 'enabled', 'state'],
  search: ['name'],
  sort: 'name',
  routes: {
    list: 'GET /telemetry/inlet',
    create: 'POST /telemetry/inlet',
    update: 'PUT /telemetry/inlet',
    remove: 'DELETE /telemetry/inlet',
  },
  permissions: {
    view: 'meterInquiryView',
    add: 'meterInquiryAdd',
    edit: 'meterInquiryEdit',
    delete: 'meterInquiryDelete',
  },
  reauthentication: { create: true, update: true },
})
