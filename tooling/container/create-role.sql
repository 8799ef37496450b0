-- Run by the image of PostgreSQL when it creates its volume. As in the embedded database, the app's role owns its
-- database and has no further rights: an injected statement can neither read files nor start programs.
\getenv password DATABASE_PASSWORD
create role markwell login password :'password';
grant pg_read_all_settings, pg_checkpoint to markwell;
create database markwell owner markwell;
