import {
  bitcoin,
  bitcoinRegtest,
  bitcoinTestnet,
  evm,
  type NetworkRule,
  solana,
  stellar,
  tron,
  xrp,
  xrpTestnet,
} from '../types/networks.ts'

/** A name that capabilities may use. `names` are its synonyms; case, spaces and punctuation don't matter in any. */
export type CatalogueRow = { readonly name: string; readonly title: string; readonly names: readonly string[] }

/** A line for each row: `name: title`, or `name: title: other names`. */
const rowsOf = (text: string): CatalogueRow[] =>
  text.split('\n').map((line) => {
    const [name = '', title = '', names = ''] = line.trim().split(': ')
    return { name, title, names: names === '' ? [] : names.split(' ') }
  })

/** Of a CAIP-2 name such as `eip155:137`, the part before the colon. */
export const networkName = (network: string): string => foldName(network.split(':')[0]!)

/** `BNB Smart-Chain` → `bnbsmartchain`. */
export const foldName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')

export type NetworkRow = CatalogueRow & {
  /** Rule that validates its addresses; null if their checksum is unknown to us. */
  readonly rule: NetworkRule | null
}

const checked = (rule: NetworkRule | null, text: string): NetworkRow[] => rowsOf(text).map((row) => ({ ...row, rule }))

/**
 * The networks that capabilities may name, a row each: name, description, other names. Published as `/v1/catalogue`.
 */
export const networks: readonly NetworkRow[] = [
  ...checked(
    evm,
    `ethereum: Ethereum: eth evm eip155 ethereummainnet ethmainnet erc20
    ethereum-classic: Ethereum Classic: etc
    sepolia: Sepolia, a test network: ethereumsepolia
    holesky: Holesky, a test network
    hoodi: Hoodi, a test network
    goerli: Goerli, a test network
    polygon: Polygon PoS: matic polygonpos polygonmainnet
    polygon-zkevm: Polygon zkEVM
    amoy: Amoy, Polygon's test network: polygonamoy
    base: Base: basemainnet
    base-sepolia: Base's test network
    arbitrum: Arbitrum One: arbitrumone arb
    arbitrum-nova: Arbitrum Nova
    arbitrum-sepolia: Arbitrum's test network
    optimism: OP Mainnet: op opmainnet
    optimism-sepolia: OP's test network: opsepolia
    bsc: BNB Smart Chain: bnb bnbchain bnbsmartchain binancesmartchain bep20
    bsc-testnet: BNB Smart Chain's test network
    opbnb: opBNB
    avalanche: Avalanche C-Chain: avax avaxc avalanchec avalanchecchain cchain
    fuji: Fuji, Avalanche's test network: avalanchefuji
    gnosis: Gnosis Chain: gnosischain xdai
    fantom: Fantom: ftm
    sonic: Sonic
    celo: Celo
    cronos: Cronos
    linea: Linea
    scroll: Scroll
    zksync: ZKsync Era: zksyncera
    mantle: Mantle
    blast: Blast
    moonbeam: Moonbeam
    moonriver: Moonriver
    aurora: Aurora
    metis: Metis
    zora: Zora
    unichain: Unichain
    worldchain: World Chain
    berachain: Berachain
    hyperevm: HyperEVM
    monad: Monad
    ink: Ink`,
  ),
  ...checked(bitcoin, 'bitcoin: Bitcoin: btc bitcoinmainnet btcmainnet'),
  ...checked(
    bitcoinTestnet,
    `bitcoin-testnet: Bitcoin's test networks: btctestnet testnet3 testnet4 bitcointestnet4
    bitcoin-signet: Bitcoin's signet: signet`,
  ),
  ...checked(bitcoinRegtest, 'bitcoin-regtest: Bitcoin, a local network: regtest'),
  ...checked(
    solana,
    `solana: Solana: sol spl solanamainnet
    solana-devnet: Solana's development network
    solana-testnet: Solana's test network`,
  ),
  ...checked(
    tron,
    `tron: Tron: trx trc20 tronmainnet
    tron-testnet: Tron's test networks: nile shasta`,
  ),
  ...checked(xrp, 'xrp: XRP Ledger: xrpl ripple xrpledger xrpmainnet xrplmainnet'),
  ...checked(
    xrpTestnet,
    `xrp-testnet: XRP Ledger's test network: xrpltestnet rippletestnet
    xrp-devnet: XRP Ledger's development network: xrpldevnet`,
  ),
  ...checked(
    stellar,
    `stellar: Stellar: xlm stellarmainnet stellarpublic
    stellar-testnet: Stellar's test network`,
  ),
  ...checked(
    null,
    `algorand: Algorand: algo
    aptos: Aptos: apt
    bip122: Bitcoin and its forks, by CAIP-2
    bitcoin-cash: Bitcoin Cash: bch
    cardano: Cardano: ada
    celestia: Celestia: tia
    cosmos: Cosmos Hub: cosmoshub atom
    dash: Dash
    dogecoin: Dogecoin: doge
    filecoin: Filecoin: fil
    hedera: Hedera: hbar
    internet-computer: Internet Computer: icp
    kusama: Kusama: ksm
    lightning: Lightning Network: lightningnetwork ln
    liquid: Liquid Network
    litecoin: Litecoin: ltc
    monero: Monero: xmr
    near: NEAR
    noble: Noble
    osmosis: Osmosis: osmo
    polkadot: Polkadot: dot
    starknet: Starknet
    sui: Sui
    tezos: Tezos: xtz
    ton: The Open Network: toncoin
    zcash: Zcash: zec
    ach: ACH, United States
    amex: American Express: americanexpress
    bacs: Bacs, United Kingdom
    blik: BLIK, Poland
    chaps: CHAPS, United Kingdom
    chips: CHIPS, United States
    cips: CIPS, China
    discover: Discover
    duitnow: DuitNow, Malaysia
    elo: Elo, Brazil
    fast: FAST, Singapore
    fednow: FedNow, United States
    fedwire: Fedwire, United States
    fps: Faster Payments, United Kingdom and Hong Kong: fasterpayments
    instapay: InstaPay, Philippines
    interac: Interac, Canada
    interledger: Interledger: ilp openpayments
    jcb: JCB
    mastercard: Mastercard
    mpesa: M-Pesa
    npp: NPP, Australia: osko
    papss: PAPSS, Africa
    pix: Pix, Brazil
    promptpay: PromptPay, Thailand
    qris: QRIS, Indonesia
    rtp: RTP, United States
    rupay: RuPay, India
    sepa: SEPA
    spei: SPEI, Mexico
    swift: SWIFT
    target2: T2 of the Eurosystem: target t2
    tips: TIPS of the Eurosystem
    unionpay: UnionPay
    upi: UPI, India
    visa: Visa
    zengin: Zengin, Japan`,
  ),
]

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
