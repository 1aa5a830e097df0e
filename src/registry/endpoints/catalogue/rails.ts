import { type CatalogueRow, rowsOf } from './row.ts'

/** The rails that capabilities may name, a row each: name, description, other names. Published as `/v1/catalogue`. */
export const rails: readonly CatalogueRow[] = rowsOf(
  `onchain: A transaction on the network's chain: chain blockchain
  lightning: Lightning Network: ln lightningnetwork bolt11
  interledger: Interledger: ilp openpayments
  card: Card payment or push to a card: visadirect mastercardsend
  internal: A transfer within one institution: book booktransfer
  wire: Wire transfer
  sepa: SEPA credit transfer, of either kind
  sct: SEPA Credit Transfer: sepact sepacredittransfer
  sct_inst: SEPA Instant Credit Transfer: sepainstant sepainst instantsepa
  target2: T2 of the Eurosystem: target t2
  swift: SWIFT: mt103 pacs008
  ach: ACH, United States: nacha
  same_day_ach: Same Day ACH, United States: achsameday
  fedwire: Fedwire, United States
  fednow: FedNow, United States
  rtp: RTP, United States
  fps: Faster Payments, United Kingdom and Hong Kong: fasterpayments
  bacs: Bacs, United Kingdom
  chaps: CHAPS, United Kingdom
  upi: UPI, India
  imps: IMPS, India
  neft: NEFT, India
  rtgs: Real-time gross settlement, by country
  pix: Pix, Brazil
  ted: TED, Brazil
  spei: SPEI, Mexico
  interac: Interac e-Transfer, Canada: interacetransfer etransfer
  npp: NPP, Australia: osko payid
  bpay: BPAY, Australia
  becs: BECS, Australia
  paynow: PayNow, Singapore
  fast: FAST, Singapore
  promptpay: PromptPay, Thailand
  duitnow: DuitNow, Malaysia
  qris: QRIS, Indonesia
  bifast: BI-FAST, Indonesia
  instapay: InstaPay, Philippines
  pesonet: PESONet, Philippines
  zengin: Zengin, Japan
  cips: CIPS, China
  nip: NIP, Nigeria: nibss
  payshap: PayShap, South Africa
  pesalink: PesaLink, Kenya
  blik: BLIK, Poland
  bizum: Bizum, Spain
  swish: Swish, Sweden
  twint: TWINT, Switzerland
  vipps: Vipps MobilePay: mobilepay vippsmobilepay
  mobile_money: Mobile money, by its operator: momo
  mpesa: M-Pesa`,
)
