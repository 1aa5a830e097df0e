/** Version 0.1 inserts `on conflict (id)`, which a partitioned table refuses: its records get a table with its key and index. */
export const unpartitioned = `
  alter table disclosure_record rename to disclosure_record_months;
  create table disclosure_record (like disclosure_record_months including defaults, primary key (id));
  create index on disclosure_record (identity_id, created_at, id);
  drop table disclosure_record_months cascade;`
